//! Arguments that are more than a word.
use ferric::verbs::{MacAddress, Mtu, ParseMacError};
use std::net::Ipv4Addr;

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

/// The IPv4 address of a host.
///
/// # Errors
/// Says what is wrong with the text.
pub fn host(text: &str) -> Result<Ipv4Addr, String> {
    let address: Ipv4Addr = text
        .parse()
        .map_err(|_| "it is an IPv4 address, such as 10.0.0.2".to_string())?;
    if address.is_unspecified() || address.is_broadcast() || address.is_multicast() {
        return Err("it is the address of one host".into());
    }
    Ok(address)
}

/// The MAC address of a network card.
///
/// # Errors
/// Says what is wrong with the text.
pub fn station(text: &str) -> Result<MacAddress, String> {
    let mac: MacAddress = text
        .parse()
        .map_err(|error: ParseMacError| error.to_string())?;
    if mac.0[0] & 1 != 0 || mac.0 == [0; 6] {
        return Err("it is the address of one card: the lowest bit of its first byte is 0".into());
    }
    Ok(mac)
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

    #[test]
    fn addresses_are_those_of_one_host() {
        assert_eq!(host("10.0.0.2"), Ok(Ipv4Addr::new(10, 0, 0, 2)));
        for bad in [
            "",
            "10.0.0",
            "::1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
        ] {
            assert!(host(bad).is_err(), "{bad}");
        }
        assert!(station("02:00:00:00:00:01").is_ok());
        for bad in [
            "",
            "03:00:00:00:00:01",
            "ff:ff:ff:ff:ff:ff",
            "00:00:00:00:00:00",
        ] {
            assert!(station(bad).is_err(), "{bad}");
        }
    }
}
