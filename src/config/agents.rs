//! Which model each agent asks, and with how much effort.

use std::path::{Path, PathBuf};

use clap::Args;
use model::{Effort, ModelChoice};
use serde::Deserialize;

use crate::json_errors;

use super::ConfigError;

/// An example of [`AgentOptions::agents_file`].
const EXAMPLE: &str = r#"{"dm": {"model": "claude-opus-5-5", "effort": "high"}, "npc": {"model": "claude-haiku-5-5"}}"#;
/// The Dungeon Master's model, if none is set.
const DUNGEON_MASTER: &str = "claude-sonnet-5-5";
/// The helpers' model, if none is set.
const HELPERS: &str = "claude-haiku-5-5";

/// Settings of the agents' models.
#[derive(Debug, Clone, Args)]
pub struct AgentOptions {
    /// Model that plays the Dungeon Master [default: claude-sonnet-5-5].
    #[arg(long, env = "DM_MODEL", value_name = "MODEL", global = true)]
    pub dm_model: Option<String>,
    /// How much effort it is asked for: low, medium, high, xhigh or max; the model's own default if left out.
    #[arg(long, env = "DM_EFFORT", value_name = "EFFORT", global = true)]
    pub dm_effort: Option<Effort>,
    /// Model that plays while there is a fight; the Dungeon Master's by default.
    #[arg(long, env = "COMBAT_MODEL", value_name = "MODEL", global = true)]
    pub combat_model: Option<String>,
    /// How much effort it is asked for.
    #[arg(long, env = "COMBAT_EFFORT", value_name = "EFFORT", global = true)]
    pub combat_effort: Option<Effort>,
    /// Model that speaks for NPCs who are addressed directly; the Dungeon Master's by default.
    #[arg(long, env = "NPC_MODEL", value_name = "MODEL", global = true)]
    pub npc_model: Option<String>,
    /// How much effort it is asked for.
    #[arg(long, env = "NPC_EFFORT", value_name = "EFFORT", global = true)]
    pub npc_effort: Option<Effort>,
    /// Model of the helpers [default: claude-haiku-5-5].
    #[arg(long, env = "UTILITY_MODEL", value_name = "MODEL", global = true)]
    pub utility_model: Option<String>,
    /// How much effort it is asked for.
    #[arg(long, env = "UTILITY_EFFORT", value_name = "EFFORT", global = true)]
    pub utility_effort: Option<Effort>,
    /// Model that writes campaigns with their authors; the Dungeon Master's by default.
    #[arg(long, env = "AUTHOR_MODEL", value_name = "MODEL", global = true)]
    pub author_model: Option<String>,
    /// How much effort it is asked for.
    #[arg(long, env = "AUTHOR_EFFORT", value_name = "EFFORT", global = true)]
    pub author_effort: Option<Effort>,
    /// A JSON file with these models and efforts in one table; the options above outweigh it. See docs/configuration.md.
    #[arg(long, env = "AGENTS_FILE", value_name = "FILE", global = true)]
    pub agents_file: Option<PathBuf>,
}

/// The model of each agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentModels {
    /// The Dungeon Master.
    pub dm: ModelChoice,
    /// Who plays while there is a fight.
    pub combat: ModelChoice,
    /// Who speaks for NPCs.
    pub npc: ModelChoice,
    /// The helpers: the rules judge, the reviewer, the writers of profiles, stat blocks and summaries, the extractors.
    pub utility: ModelChoice,
    /// The author of campaigns.
    pub author: ModelChoice,
}

impl AgentModels {
    /// The models of all agents, some of them more than once.
    pub fn all(&self) -> [&ModelChoice; 5] {
        [&self.dm, &self.combat, &self.npc, &self.utility, &self.author]
    }
}

impl From<(&str, &str)> for AgentModels {
    /// One model for all who tell and write, and one for the helpers.
    fn from((dm, utility): (&str, &str)) -> Self {
        let dm = ModelChoice::from(dm);
        Self { combat: dm.clone(), npc: dm.clone(), author: dm.clone(), dm, utility: utility.into() }
    }
}

/// [`AgentOptions::agents_file`].
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct AgentsTable {
    dm: AgentRow,
    combat: AgentRow,
    npc: AgentRow,
    utility: AgentRow,
    author: AgentRow,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct AgentRow {
    model: Option<String>,
    effort: Option<Effort>,
}

impl AgentOptions {
    /// The model of each agent.
    ///
    /// # Errors
    /// The file can't be read, or is no such table.
    pub fn agents(&self) -> Result<AgentModels, ConfigError> {
        let path = self.agents_file.as_deref().filter(|path| !path.as_os_str().is_empty());
        let table = path.map(read).transpose()?.unwrap_or_default();
        let dm = choice(self.dm_model.as_ref(), self.dm_effort, table.dm, DUNGEON_MASTER.into());
        Ok(AgentModels {
            combat: choice(self.combat_model.as_ref(), self.combat_effort, table.combat, dm.clone()),
            npc: choice(self.npc_model.as_ref(), self.npc_effort, table.npc, dm.clone()),
            utility: choice(self.utility_model.as_ref(), self.utility_effort, table.utility, HELPERS.into()),
            author: choice(self.author_model.as_ref(), self.author_effort, table.author, dm.clone()),
            dm,
        })
    }
}

/// The model and effort of an agent. The other model's effort counts only where its model does: models differ in the levels they have.
fn choice(id: Option<&String>, effort: Option<Effort>, row: AgentRow, otherwise: ModelChoice) -> ModelChoice {
    let given = |id: &String| !id.trim().is_empty();
    let effort = effort.or(row.effort);
    match id.cloned().filter(given).or_else(|| row.model.filter(given)) {
        Some(id) => ModelChoice { id, effort },
        None => ModelChoice { effort: effort.or(otherwise.effort), ..otherwise },
    }
}

fn read(path: &Path) -> Result<AgentsTable, ConfigError> {
    let name = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| ConfigError(format!("AGENTS_FILE: {name} can't be read: {error}.")))?;
    serde_json::from_str(&text).map_err(|error| {
        let place = json_errors::place(&error);
        ConfigError(format!(
            "AGENTS_FILE: {name} is no table of agents ({place}). Agents are dm, combat, npc, utility and \
             author; efforts are low, medium, high, xhigh and max: {EXAMPLE}."
        ))
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use crate::config::Config;

    use super::*;

    fn of(args: &[&str]) -> Result<AgentModels, ConfigError> {
        let args = ["embertale"].iter().chain(args);
        Config::try_parse_from(args).expect("valid flags").agents.agents()
    }

    fn chosen(id: &str, effort: Effort) -> ModelChoice {
        ModelChoice { id: id.into(), effort: Some(effort) }
    }

    #[test]
    fn who_has_no_model_of_their_own_asks_the_dungeon_masters() {
        let agents =
            of(&["--dm-model", "a", "--dm-effort", "high", "--npc-model", "b", "--combat-effort", "low"]).unwrap();
        assert_eq!(agents.dm, chosen("a", Effort::High));
        assert_eq!(agents.author, chosen("a", Effort::High));
        assert_eq!(agents.combat, chosen("a", Effort::Low));
        assert_eq!(agents.npc, "b".into());
        assert_eq!(agents.utility, HELPERS.into());
    }

    #[test]
    fn options_outweigh_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("agents.json");
        let file = ["--agents-file", path.to_str().unwrap()];
        std::fs::write(&path, EXAMPLE).unwrap();
        let agents = of(&file).unwrap();
        assert_eq!((agents.dm, agents.npc), (chosen("claude-opus-5-5", Effort::High), "claude-haiku-5-5".into()));
        let agents = of(&[file[0], file[1], "--dm-model", "c", "--dm-effort", "max"]).unwrap();
        assert_eq!(agents.dm, chosen("c", Effort::Max));
    }

    #[test]
    fn a_bad_file_is_refused_with_an_example() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("agents.json");
        let file = ["--agents-file", path.to_str().unwrap()];
        assert!(of(&file).unwrap_err().to_string().contains("can't be read"));
        for bad in ["{", r#"{"bard": {}}"#, r#"{"dm": {"effort": "little"}}"#, r#"{"dm": {"modell": "a"}}"#] {
            std::fs::write(&path, bad).unwrap();
            let said = of(&file).unwrap_err().to_string();
            assert!(said.contains("line 1") && said.contains(EXAMPLE), "{bad}: {said}");
        }
    }
}
