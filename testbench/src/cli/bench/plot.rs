//! The plots, as SVG: the same colours for the same things, and a line for what cannot be surpassed.
use plotters::prelude::*;
use std::path::Path;

/// Pixels.
const SIZE: (u32, u32) = (900, 500);
const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(60, 60, 60);
const GRID: RGBColor = RGBColor(232, 232, 232);
const LIMIT: RGBColor = RGBColor(120, 120, 120);
/// Series, in the order they come.
const COLOURS: [RGBColor; 6] = [
    RGBColor(36, 113, 163),
    RGBColor(202, 111, 30),
    RGBColor(30, 132, 73),
    RGBColor(125, 60, 152),
    RGBColor(176, 58, 46),
    RGBColor(23, 140, 140),
];

/// A line of a plot.
pub struct Line {
    /// In the legend.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// It is a limit or a goal, and dashed; else it was measured.
    pub limit: bool,
}

/// The horizontal axis.
pub struct Axis {
    /// What it shows.
    pub title: &'static str,
    /// Powers of two stand at equal distances.
    pub log: bool,
    /// How a value is written.
    pub label: fn(f64) -> String,
}

/// Draws lines over an axis.
pub fn lines(
    path: &Path,
    title: &str,
    axis: &Axis,
    vertical: &str,
    lines: &[Line],
) -> anyhow::Result<()> {
    let place = |x: f64| if axis.log { x.log2() } else { x };
    let all = || lines.iter().flat_map(|line| &line.points);
    let (mut left, mut right, mut top) = (f64::INFINITY, f64::NEG_INFINITY, 0_f64);
    for (x, y) in all() {
        (left, right, top) = (left.min(place(*x)), right.max(place(*x)), top.max(*y));
    }
    let margin = (right - left).max(1.0) * 0.03;
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, (FONT, 18).into_font().color(&INK))
        .margin(18)
        .x_label_area_size(50)
        .y_label_area_size(64)
        .build_cartesian_2d(left - margin..right + margin, 0.0..top * 1.12)?;
    let log = axis.log;
    let write = axis.label;
    let label = move |x: &f64| match log {
        true if (x - x.round()).abs() > 1e-6 => String::new(),
        true => write(x.exp2()),
        false => write(*x),
    };
    let steps = if log { (right - left) as usize + 2 } else { 11 };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_desc(axis.title)
        .y_desc(vertical)
        .x_labels(steps)
        .label_style((FONT, 14).into_font().color(&INK))
        .axis_desc_style((FONT, 15).into_font().color(&INK))
        .axis_style(INK)
        .bold_line_style(GRID)
        .light_line_style(WHITE)
        .x_label_formatter(&label)
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()?;
    let mut measured = 0;
    for line in lines {
        let points = line.points.iter().map(|(x, y)| (place(*x), *y));
        if line.limit {
            let style = LIMIT.stroke_width(2);
            chart
                .draw_series(DashedLineSeries::new(points, 7, 5, style))?
                .label(line.name.as_str())
                .legend(|(x, y)| PathElement::new([(x, y), (x + 22, y)], LIMIT.stroke_width(2)));
            continue;
        }
        let colour = COLOURS[measured % COLOURS.len()];
        measured += 1;
        chart
            .draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?
            .label(line.name.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 22, y)], colour.stroke_width(3)));
        chart.draw_series(points.map(|point| Circle::new(point, 4, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE.mix(0.9))
        .border_style(GRID)
        .label_font((FONT, 14).into_font().color(&INK))
        .draw()?;
    area.present()?;
    Ok(())
}

/// A bar cut into parts.
pub struct Bar {
    /// Beside it.
    pub name: String,
    /// The length of each part.
    pub parts: Vec<f64>,
}

/// The colour of a part of a bar: neighbours differ, and no two of eighteen are the same.
fn shade(part: usize) -> RGBColor {
    let colour = COLOURS[part % COLOURS.len()];
    let towards = |end: RGBColor, share: f64| {
        let mix =
            |from: u8, to: u8| (f64::from(from) * (1.0 - share) + f64::from(to) * share) as u8;
        RGBColor(
            mix(colour.0, end.0),
            mix(colour.1, end.1),
            mix(colour.2, end.2),
        )
    };
    match part / COLOURS.len() % 3 {
        0 => colour,
        1 => towards(WHITE, 0.38),
        _ => towards(BLACK, 0.4),
    }
}

/// Draws bars below each other, and what their parts are called below them.
pub fn bars(
    path: &Path,
    title: &str,
    horizontal: &str,
    parts: &[&str],
    bars: &[Bar],
) -> anyhow::Result<()> {
    const ROW: u32 = 62;
    const LEGEND: u32 = 26;
    const COLUMNS: usize = 5;
    let rows = parts.len().div_ceil(COLUMNS) as u32;
    let height = 120 + ROW * bars.len() as u32 + LEGEND * rows + 20;
    let longest = bars.iter().map(|bar| bar.parts.iter().sum::<f64>());
    let longest = longest.fold(1.0, f64::max);
    let area = SVGBackend::new(path, (SIZE.0, height)).into_drawing_area();
    area.fill(&WHITE)?;
    let (upper, lower) = area.split_vertically(height - LEGEND * rows - 20);
    let count = bars.len() as f64;
    let mut chart = ChartBuilder::on(&upper)
        .caption(title, (FONT, 18).into_font().color(&INK))
        .margin(18)
        .x_label_area_size(46)
        .y_label_area_size(90)
        .build_cartesian_2d(0.0..longest * 1.06, count..0.0)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_desc(horizontal)
        .x_label_formatter(&|cycles| format!("{cycles:.0}"))
        .label_style((FONT, 14).into_font().color(&INK))
        .axis_desc_style((FONT, 15).into_font().color(&INK))
        .axis_style(INK)
        .bold_line_style(GRID)
        .light_line_style(WHITE)
        .draw()?;
    for (row, bar) in bars.iter().enumerate() {
        let (top, bottom) = (row as f64 + 0.16, row as f64 + 0.84);
        let mut from = 0.0;
        for (part, length) in bar.parts.iter().enumerate() {
            let to = from + length;
            let shape = Rectangle::new([(from, top), (to, bottom)], shade(part).filled());
            chart.draw_series([shape])?;
            if *length > longest * 0.03 {
                let middle = ((from + to) / 2.0, (top + bottom) / 2.0);
                let style = (FONT, 13).into_font().color(&WHITE).pos(centred());
                chart.draw_series([Text::new(format!("{length:.0}"), middle, style)])?;
            }
            from = to;
        }
        let total = (from, (top + bottom) / 2.0);
        chart.draw_series([EmptyElement::at(total)
            + Text::new(
                format!("{from:.0}"),
                (6, -7),
                (FONT, 14).into_font().color(&INK),
            )])?;
        let name = (0.0, (top + bottom) / 2.0);
        chart.draw_series([EmptyElement::at(name)
            + Text::new(
                bar.name.clone(),
                (-84, -7),
                (FONT, 14).into_font().color(&INK),
            )])?;
    }
    let width = SIZE.0 as i32 / COLUMNS as i32;
    for (part, name) in parts.iter().enumerate() {
        let (column, row) = ((part % COLUMNS) as i32, (part / COLUMNS) as i32);
        let (x, y) = (24 + column * (width - 6), row * LEGEND as i32 + 4);
        lower.draw(&Rectangle::new(
            [(x, y), (x + 16, y + 14)],
            shade(part).filled(),
        ))?;
        lower.draw(&Text::new(
            name.to_string(),
            (x + 23, y),
            (FONT, 14).into_font().color(&INK),
        ))?;
    }
    area.present()?;
    Ok(())
}

fn centred() -> plotters::style::text_anchor::Pos {
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    Pos::new(HPos::Center, VPos::Center)
}
