/** Signs of a text that no reader sees, or that bury it: in names and in what people write about themselves. */

/** Marks that reorder or hide text. The joiners of emoji and the empty braille cell are among them. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]/u
/** The joiners in them hide nothing. */
const emoji = /\p{RGI_Emoji}/gv

/** Whether a text holds controls, marks of direction or other signs without a look of their own; a line end is one. */
export const hidesMarks = (text: string) => invisible.test(text)

/** The same for a text of several lines that may hold emoji. */
export const hidesMarksInProse = (text: string) => hidesMarks(text.replaceAll('\n', ' ').replaceAll(emoji, ''))

/** Whether three marks or more stand on one letter: they run over the lines around it. */
export const pilesMarks = (text: string) => /\p{M}{3,}/u.test(text.normalize('NFD'))
