//! A hero's full sheet with derived values and the rules of each ability.

use axum::{Json, extract::State};
use game::{
    character::{Ability, Character},
    combat::fighter::FighterRef,
    d20::TestKind,
    id::{CharacterId, SessionId},
    skill::Skill,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::{Edition, Library, RuleKind, told_of};

use super::{App, Error, auth::Player, body::Path, guests::Member, heroes::unknown, rules::RuleItem};

/// The types the rules may have a hero's feature under.
const FEATURES: &[RuleKind] = &[RuleKind::Feature, RuleKind::Trait, RuleKind::Feat];

/// A hero's derived values.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sheet {
    /// The six saving throws, by `str` to `cha`.
    saves: Vec<Bonus>,
    /// The eighteen skills, in the order of the alphabet.
    skills: Vec<Bonus>,
    /// The features, in the order they were gained.
    features: Vec<FeatureWithRule>,
}

/// A bonus to a d20 roll.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Bonus {
    /// An ability or a skill.
    name: String,
    /// The total; dice of temporary effects are extra.
    bonus: i32,
    /// Whether the hero is trained in it.
    trained: bool,
}

/// A feature with its rules.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Told)]
pub(super) struct FeatureWithRule {
    /// Its name on the sheet.
    name: String,
    /// The chosen option, if there was a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen_option: Option<String>,
    /// Its rules entry; absent if the available rules have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<RuleItem>,
}

impl Sheet {
    fn of(hero: &Character, library: &Library, edition: Edition) -> Self {
        let now = FighterRef::Hero(hero);
        let saves = Ability::ALL.map(|ability| Bonus {
            name: ability.as_str().to_owned(),
            bonus: hero.save_bonus(ability) + now.lent_bonus(TestKind::Save(ability)),
            trained: hero.is_trained_to_save(ability),
        });
        let skills = Skill::ALL.map(|skill| Bonus {
            name: skill.as_str().to_owned(),
            bonus: hero.skill_bonus(skill) + now.lent_bonus(TestKind::Check(skill.ability())),
            trained: hero.is_trained(skill),
        });
        let told = hero.features.iter().map(|feature| FeatureWithRule {
            name: feature.name.clone(),
            chosen_option: feature.chosen_option.clone(),
            rule: told_of(library, edition, hero, &feature.name, FEATURES).map(|entry| RuleItem::of(entry, None)),
        });
        Self { saves: saves.into(), skills: skills.into(), features: told.collect() }
    }
}

/// Read a hero's derived values: bonuses of saving throws and skills, and the rules of each feature.
///
/// The rules' texts are those of the session's edition, and are missing while the rules are not loaded.
#[utoipa::path(get, path = "/api/sessions/{id}/characters/{cid}/sheet", operation_id = "getCharacterSheet", tag = "heroes",
    params(
        ("id" = String, Path, description = "the session"),
        ("cid" = String, Path, description = "the hero"),
    ),
    responses(
        (status = 200, description = "The derived values.", body = Sheet),
    ))]
pub(super) async fn read(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path((id, cid)): Path<(SessionId, CharacterId)>,
) -> Result<Json<Sheet>, Error> {
    member.check_own(&cid)?;
    let session = app.session(&player, &id).await?;
    let heroes = &session.game.characters;
    let hero = heroes.iter().find(|hero| hero.id == cid).ok_or_else(|| unknown(&cid, heroes))?;
    Ok(Json(Sheet::of(hero, &app.tables.rules().library(), session.game.rules_edition)))
}
