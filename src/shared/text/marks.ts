/** Signs of a text that no reader sees, or that cover it: in names and in people's own texts. */

/** Marks that reorder or hide text, among them the joiners of emoji and the empty braille cell. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]/u
/** Emoji, whose joiners hide nothing. */
const emoji = /\p{RGI_Emoji}/gv

/** Whether a text holds controls, marks of direction or other invisible signs; a line end is one. */
export const hidesMarks = (text: string) => invisible.test(text)

/** The same for a text of several lines that may hold emoji. */
export const hidesMarksInProse = (text: string) => hidesMarks(text.replaceAll('\n', ' ').replaceAll(emoji, ''))

/** Whether three marks or more stand on one letter: they cover the lines around it. */
export const pilesMarks = (text: string) => /\p{M}{3,}/u.test(text.normalize('NFD'))
