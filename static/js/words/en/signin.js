// @ts-check
// What is asked of whoever comes without a sign-in or a seat.

export const SIGN_IN = {
  title: "Who is at the door?",
  why: "Only players with a secret may sit at this table.",
  shared: "This table is shared with friends. Everyone gets in with a link of their own.",
  guest: "Invited? Then you need no secret: open the link you were sent, scan its code, or paste the link below.",
  address: "Were you sent just the address of this page? That alone won’t let you in: ask your host for an invitation.",
  host: "Is this your table? Open the host’s link. Embertale prints it when it starts, in the terminal or log of the computer it runs on.",
  secret: "Your secret",
  link: "Your link",
  go: "Sign in",
  missing: "Type the secret you were given, or paste your link.",
  wrong: "This server doesn’t know that secret.",
  wrongLink: "That link doesn’t lead to a table here.",
};
