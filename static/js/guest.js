// @ts-check
// Whether a guest sits here, who leaves to the host what is the host's. Said on the document, where the style sheet sees it, too.

export const isGuest = () => ![undefined, "", "host"].includes(document.body?.dataset.seat);
