//! A table for people and for programs: as text, CSV and JSON.
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A number, and the decimals people see.
    Number(f64, usize),
}

impl Cell {
    fn shown(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(number, decimals) => format!("{number:.decimals$}"),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl From<usize> for Cell {
    fn from(number: usize) -> Self {
        Cell::Number(number as f64, 0)
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Self {
        Cell::Number(number as f64, 0)
    }
}

/// Rows under the same columns.
#[derive(Clone, Debug)]
pub struct Table {
    /// The file's name, without its ending.
    pub name: &'static str,
    /// What it is about, in a line.
    pub title: String,
    columns: Vec<&'static str>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Without rows.
    pub fn new(name: &'static str, title: impl Into<String>, columns: &[&'static str]) -> Self {
        Table {
            name,
            title: title.into(),
            columns: columns.to_vec(),
            rows: vec![],
        }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it has not a cell for each column.
    pub fn push(&mut self, row: Vec<Cell>) {
        assert_eq!(row.len(), self.columns.len(), "a cell for each column");
        self.rows.push(row);
    }

    /// For people.
    pub fn text(&self) -> String {
        let cells: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| row.iter().map(Cell::shown).collect())
            .collect();
        let width = |column: usize| {
            let widths = cells.iter().map(|row| row[column].chars().count());
            widths
                .max()
                .unwrap_or(0)
                .max(self.columns[column].chars().count())
        };
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let mut line = String::new();
            for (column, cell) in cells.enumerate() {
                let words = self
                    .rows
                    .iter()
                    .any(|row| matches!(row[column], Cell::Text(_)));
                let width = width(column);
                let _ = match words {
                    true => write!(line, "  {cell:<width$}"),
                    false => write!(line, "  {cell:>width$}"),
                };
            }
            line.truncate(line.trim_end().len());
            line + "\n"
        };
        let mut text = format!("{}\n", self.title);
        text += &line(&mut self.columns.iter().copied());
        for row in &cells {
            text += &line(&mut row.iter().map(String::as_str));
        }
        text
    }

    /// With a line of columns.
    pub fn csv(&self) -> String {
        let quoted = |text: &str| match text.contains([',', '"']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_string(),
        };
        let line = |cells: Vec<String>| cells.join(",") + "\n";
        let mut text = line(self.columns.iter().map(|name| quoted(name)).collect());
        for row in &self.rows {
            let cell = |cell: &Cell| match cell {
                Cell::Text(text) => quoted(text),
                Cell::Number(number, _) => number.to_string(),
            };
            text += &line(row.iter().map(cell).collect());
        }
        text
    }

    /// An object for each row.
    pub fn json(&self) -> String {
        let quoted =
            |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let object = |row: &Vec<Cell>| {
            let fields = self.columns.iter().zip(row).map(|(name, cell)| {
                let value = match cell {
                    Cell::Text(text) => quoted(text),
                    Cell::Number(number, _) => number.to_string(),
                };
                format!("{}: {value}", quoted(name))
            });
            format!("  {{{}}}", fields.collect::<Vec<_>>().join(", "))
        };
        let rows: Vec<String> = self.rows.iter().map(object).collect();
        format!("[\n{}\n]\n", rows.join(",\n"))
    }

    /// Prints it, and writes the three files into a folder.
    pub fn publish(&self, folder: &Path) -> anyhow::Result<()> {
        println!("\n{}", self.text());
        for (ending, text) in [
            ("txt", self.text()),
            ("csv", self.csv()),
            ("json", self.json()),
        ] {
            fs::write(folder.join(self.name).with_extension(ending), text)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_the_same_in_all_its_forms() {
        let mut table = Table::new("t", "A table", &["what", "bytes, a cycle"]);
        table.push(vec!["a \"b\"".into(), Cell::Number(1.25, 1)]);
        table.push(vec!["c".into(), Cell::Number(12.0, 0)]);
        assert_eq!(
            table.text(),
            "A table\n  what   bytes, a cycle\n  a \"b\"             1.2\n  c                  12\n"
        );
        assert_eq!(
            table.csv(),
            "what,\"bytes, a cycle\"\n\"a \"\"b\"\"\",1.25\nc,12\n"
        );
        assert_eq!(
            table.json(),
            "[\n  {\"what\": \"a \\\"b\\\"\", \"bytes, a cycle\": 1.25},\n  {\"what\": \"c\", \"bytes, a cycle\": 12}\n]\n"
        );
    }
}
