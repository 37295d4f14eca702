//! Arguments that are more than a word.
use ferric::verbs::Mtu;

/// A number of bytes: `64`, `4KiB`, `16MiB`, `1GiB`, at least one.
///
/// # Errors
/// Says what is wrong with the text.
pub fn size(text: &str) -> Result<usize, String> {
    let digits = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let shift = match unit {
        "" | "B" => 0,
        "KiB" | "K" => 10,
        "MiB" | "M" => 20,
        "GiB" | "G" => 30,
        _ => return Err(format!("`{unit}` is no unit; use B, KiB, MiB or GiB")),
    };
    let number: usize = number
        .parse()
        .map_err(|_| "it begins with a number of bytes, such as 16MiB".to_string())?;
    match number.checked_mul(1 << shift) {
        Some(0) => Err("there must be at least one byte to move".into()),
        Some(size) => Ok(size),
        None => Err("that is more than this machine can address".into()),
    }
}

/// A share of frames in percent, `1` or `0.05`, as frames of a million.
///
/// # Errors
/// Says what is wrong with the text.
pub fn share(text: &str) -> Result<u32, String> {
    let percent: f64 = text
        .parse()
        .map_err(|_| "it is a number of percent, such as 0.5".to_string())?;
    if !(0.0..=100.0).contains(&percent) {
        return Err("it lies between 0 and 100 percent".into());
    }
    Ok((percent * 10_000.0).round() as u32)
}

/// One PMTU, or all.
#[derive(Clone, Debug)]
pub struct Mtus(Vec<Mtu>);

impl From<Mtus> for Vec<Mtu> {
    fn from(mtus: Mtus) -> Self {
        mtus.0
    }
}

/// A PMTU in bytes, or `all`.
///
/// # Errors
/// Names those there are.
pub fn mtus(text: &str) -> Result<Mtus, String> {
    if text == "all" {
        return Ok(Mtus(Mtu::ALL.into()));
    }
    let mtu = Mtu::ALL
        .into_iter()
        .find(|mtu| mtu.bytes().to_string() == text);
    mtu.map(|mtu| Mtus(vec![mtu]))
        .ok_or_else(|| "there are 256, 512, 1024, 2048, 4096, and all".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_and_are_not_zero() {
        assert_eq!(size("1"), Ok(1));
        assert_eq!(size("3KiB"), Ok(3 << 10));
        assert_eq!(size("16MiB"), Ok(16 << 20));
        for bad in [
            "",
            "0",
            "0MiB",
            "MiB",
            "-1",
            "1.5MiB",
            "1MB",
            "99999999999GiB",
            "18446744073709551616",
        ] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn shares_are_percent() {
        assert_eq!(share("0"), Ok(0));
        assert_eq!(share("0.05"), Ok(500));
        assert_eq!(share("100"), Ok(1_000_000));
        for bad in ["", "1%", "-1", "101", "NaN"] {
            assert!(share(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn mtus_are_those_there_are() {
        assert_eq!(mtus("1024").unwrap().0, [Mtu::Mtu1024]);
        assert_eq!(mtus("all").unwrap().0, Mtu::ALL);
        assert!(mtus("1500").unwrap_err().contains("4096"));
    }
}
