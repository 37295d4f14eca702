//! The plot of goodput under loss, as SVG.
use crate::goodput::GOALS;
use crate::soak::faults::MILLION;
use plotters::prelude::*;
use std::ops::Range;
use std::path::Path;

/// Pixels.
const SIZE: (u32, u32) = (860, 480);
const FONT: &str = "sans-serif";
const PERCENT: f64 = 100.0;
/// What the axes show, in percent.
const LOSSES: Range<f64> = 0.008..4.0;
const SHARES: Range<f64> = 0.0..106.0;
const MEASURED: RGBColor = RGBColor(36, 113, 163);
const WANTED: RGBColor = RGBColor(192, 57, 43);

/// A loss in frames of a million, and the share of the lossless goodput that is left.
pub type Point = (u32, f64);

fn percent((loss, share): Point) -> (f64, f64) {
    let loss = f64::from(loss) / f64::from(MILLION);
    (PERCENT * loss, PERCENT * share)
}

/// Draws the measured points and the goals.
///
/// # Errors
/// The file could not be written.
pub fn draw(path: &Path, title: &str, points: &[Point]) -> anyhow::Result<()> {
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, (FONT, 17))
        .margin(16)
        .margin_right(32)
        .x_label_area_size(48)
        .y_label_area_size(60)
        .build_cartesian_2d(LOSSES.log_scale(), SHARES)?;
    chart
        .configure_mesh()
        .x_desc("frames lost, each way, %")
        .y_desc("goodput, % of the lossless")
        .label_style((FONT, 14))
        .axis_desc_style((FONT, 15))
        .light_line_style(WHITE)
        .x_label_formatter(&|loss| loss.to_string())
        .y_label_formatter(&|share| format!("{share:.0}"))
        .draw()?;
    let measured = || points.iter().copied().map(percent);
    let line = ShapeStyle::from(MEASURED).stroke_width(2);
    chart.draw_series(LineSeries::new(measured(), line))?;
    chart.draw_series(measured().map(|(loss, share)| {
        EmptyElement::at((loss, share))
            + Circle::new((0, 0), 4, MEASURED.filled())
            + Text::new(
                format!("{share:.1}"),
                (8, -16),
                (FONT, 14).into_font().color(&MEASURED),
            )
    }))?;
    chart.draw_series(GOALS.into_iter().map(percent).map(|(loss, share)| {
        EmptyElement::at((loss, share))
            + PathElement::new(vec![(-14, 0), (14, 0)], WANTED.stroke_width(3))
            + Text::new(
                format!("goal {share:.0}"),
                (-70, -7),
                (FONT, 14).into_font().color(&WANTED),
            )
    }))?;
    area.present()?;
    Ok(())
}
