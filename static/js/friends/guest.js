// @ts-check
// Whether the viewer is a guest, without the host's controls. Also set on the document for the style sheet.

export const isGuest = () => ![undefined, "", "host"].includes(document.body?.dataset.seat);
