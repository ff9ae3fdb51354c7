/** Signs of a text that no reader sees, or that bury it: in names and in what people write about themselves. */

/** Marks that reorder or hide text; the joiners of emoji are among them, and the braille cell without dots: who allows emoji takes those out before. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]/u

/** Whether a text holds controls, marks of direction or other signs without a look of their own; a line end is one. */
export const hidesMarks = (text: string) => invisible.test(text)

/** Whether three marks or more stand on one letter: they run over the lines around it. */
export const pilesMarks = (text: string) => /\p{M}{3,}/u.test(text.normalize('NFD'))
