import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib'

/**
 * What makes a document more than something to read. Every object of a file is looked at, whether anything leads to it or not, as the
 * parser has it: object streams are unpacked, escapes of names are resolved. `docs/security.md`, files that people upload.
 */

/** Names come from the file: one that every object of ours has (`toString`) is none of these. */
const namesOf = (names: Record<string, string>) => new Map(Object.entries(names))

/** Keys that no document to be read needs, and what their presence means. */
const refusedKeys = namesOf({
  JS: 'JavaScript',
  JavaScript: 'JavaScript',
  AA: 'azioni automatiche',
  XFA: 'un modulo XFA',
  EF: 'file incorporati',
  EmbeddedFiles: 'file incorporati',
  Collection: 'file incorporati',
  RichMediaContent: 'contenuti multimediali',
  RichMediaSettings: 'contenuti multimediali',
  Rendition: 'contenuti multimediali',
  Encrypt: 'una cifratura',
  // The kind of a form's field. Who fills in one of ours believes that we ask.
  FT: 'campi di un modulo',
  OPI: 'collegamenti ad altri file',
  SpiderInfo: 'collegamenti ad altri file',
  AlternatePresentations: 'contenuti multimediali',
})

/**
 * Values of `/S` that are actions wherever they stand. Where an action is looked for only jumps in the document and web addresses may stand;
 * elsewhere `/S` has other meanings (structure, borders, groups), so that these alone are refused there, and tell what is wrong.
 */
const refusedActions = namesOf({
  JavaScript: 'JavaScript',
  Launch: 'avvio di programmi',
  SubmitForm: 'invio di moduli',
  ImportData: 'importazione di dati',
  ResetForm: 'azioni su moduli',
  Hide: 'azioni automatiche',
  SetOCGState: 'azioni automatiche',
  Named: 'comandi al lettore',
  Thread: 'collegamenti ad altri file',
  GoToR: 'collegamenti ad altri file',
  GoToE: 'collegamenti a file incorporati',
  GoToDp: 'collegamenti ad altri file',
  Rendition: 'contenuti multimediali',
  Movie: 'contenuti multimediali',
  Sound: 'contenuti multimediali',
  RichMediaExecute: 'contenuti multimediali',
  GoTo3DView: 'contenuti 3D',
})

/** Values of `/Type` and `/Subtype`. */
const refusedTypes = namesOf({
  EmbeddedFile: 'file incorporati',
  FileAttachment: 'file incorporati',
  RichMedia: 'contenuti multimediali',
  Movie: 'contenuti multimediali',
  Sound: 'contenuti multimediali',
  Screen: 'contenuti multimediali',
  Rendition: 'contenuti multimediali',
  '3D': 'contenuti 3D',
  U3D: 'contenuti 3D',
  PRC: 'contenuti 3D',
  Widget: 'campi di un modulo',
  PS: 'codice PostScript',
  Filespec: 'collegamenti ad altri file',
})
const typeKeys = ['Type', 'Subtype', 'Subtype2']

/** Deeper ones nobody writes. */
const deepest = 200

/**
 * What is active in a document, in Italian and each once; empty where nothing is.
 * @param objects all that the file holds
 */
export function activeContent(objects: Iterable<PDFObject>): string[] {
  const found = new Set<string>()
  for (const object of objects) look(object, found, 0)
  return [...found]
}

function look(object: PDFObject, found: Set<string>, depth: number): void {
  if (depth > deepest) return void found.add('una struttura troppo profonda')
  // Below it is a part of something, at the top an object that only names another: some readers follow a chain, the parser does not.
  if (object instanceof PDFRef && depth === 0) found.add('rimandi a catena')
  if (object instanceof PDFArray) {
    for (const part of object.asArray()) look(part, found, depth + 1)
  } else if (object instanceof PDFDict) {
    judge(object, found)
    for (const part of object.values()) look(part, found, depth + 1)
  } else if (object instanceof PDFStream) {
    // Its bytes would come from elsewhere.
    if (object.dict.has(PDFName.of('F'))) found.add('collegamenti ad altri file')
    look(object.dict, found, depth + 1)
  }
}

function judge(dict: PDFDict, found: Set<string>): void {
  for (const key of dict.keys()) {
    const why = refusedKeys.get(key.decodeText())
    if (why !== undefined) found.add(why)
  }
  const kind = refusedActions.get(nameIn(dict, 'S'))
  if (kind !== undefined) found.add(kind)
  for (const key of typeKeys) {
    const why = refusedTypes.get(nameIn(dict, key))
    if (why !== undefined) found.add(why)
  }
  if (nameIn(dict, 'FS') === 'URL') found.add('collegamenti ad altri file')
  if (nameIn(dict, 'Subtype') === 'Form' && has(dict, 'Ref')) found.add('collegamenti ad altri file')
  judgeActions(dict, found)
  judgeAddress(dict, found)
  const form = valueIn(dict, 'AcroForm')
  const fields = form instanceof PDFDict ? valueIn(form, 'Fields') : undefined
  if (fields !== undefined && !(fields instanceof PDFArray && fields.size() === 0)) found.add('campi di un modulo')
}

/** What stands where readers look for an action. */
function judgeActions(dict: PDFDict, found: Set<string>): void {
  // Of an action: what is to follow it. Elsewhere (outlines) the next of a row.
  if (has(dict, 'Next') && (has(dict, 'S') || nameIn(dict, 'Type') === 'Action')) found.add('azioni in sequenza')
  for (const key of ['A', 'PA']) {
    const value = valueIn(dict, key)
    for (const action of value instanceof PDFArray ? partsOf(value) : [value]) {
      // Attributes of a structure are called `/A` too, and have no `/S`.
      if (action instanceof PDFDict && has(action, 'S') && !isAllowed(action)) nameAction(action, found)
    }
  }
  const opening = valueIn(dict, 'OpenAction')
  const isPlain =
    opening === undefined ||
    (opening instanceof PDFArray ? isPlace(opening) : opening instanceof PDFDict && isJump(opening))
  if (!isPlain) found.add('azioni all’apertura')
}

function nameAction(action: PDFDict, found: Set<string>): void {
  if (!refusedActions.has(nameIn(action, 'S'))) found.add('azioni non ammesse')
}

const isAllowed = (action: PDFDict) => (nameIn(action, 'S') === 'URI' ? has(action, 'URI') : isJump(action))

const isJump = (action: PDFDict) => nameIn(action, 'S') === 'GoTo' && !has(action, 'F')

/** A page and how it is shown: `[3 0 R /XYZ 0 700 0]`. */
function isPlace(place: PDFArray): boolean {
  const [page, ...view] = partsOf(place)
  const isPage = page instanceof PDFNumber || (page instanceof PDFDict && nameIn(page, 'Type') === 'Page')
  return isPage && view.every((part) => part instanceof PDFName || part instanceof PDFNumber || part === PDFNull)
}

/** Of a link, and in the catalog a dictionary with what goes before relative ones. */
function judgeAddress(dict: PDFDict, found: Set<string>): void {
  const value = valueIn(dict, 'URI')
  if (value === undefined) return
  if (value instanceof PDFDict) {
    if (has(value, 'Base')) found.add('un indirizzo di base per i collegamenti')
  } else if (!leadsToWeb(value)) {
    found.add('collegamenti che non portano al web')
  }
}

/** The scheme is said; many write `www.example.it`. Nothing that one reader takes for another computer's folder, or for a part of a path. */
function leadsToWeb(value: PDFObject): boolean {
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return false
  // As bytes: a text of two bytes a letter is read by some, and is no address.
  const text = Buffer.from(value.asBytes()).toString('utf8').trim()
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\\\u0000-\u001f\u007f]/.test(text)) return false
  if (/^(mailto|tel):[^/]/i.test(text)) return true
  const url = URL.parse(/^www\.[^/?#@:]+\.[^/?#@:]/i.test(text) ? `https://${text}` : text)
  return url !== null && /^(https?:\/\/[^/]|www\.)/i.test(text) && url.username === '' && url.password === ''
}

const has = (dict: PDFDict, key: string) => dict.has(PDFName.of(key))

/** What a reader finds there; undefined for nothing. */
function valueIn(dict: PDFDict, key: string): PDFObject | undefined {
  const value = dict.lookup(PDFName.of(key))
  return value === PDFNull ? undefined : value
}

const nameIn = (dict: PDFDict, key: string) => {
  const value = valueIn(dict, key)
  return value instanceof PDFName ? value.decodeText() : ''
}

const partsOf = (array: PDFArray) => array.asArray().map((_, index) => array.lookup(index))

/** Parts of the file's own frame, which were unpacked and are written anew. */
export function isFrame(object: PDFObject): boolean {
  if (!(object instanceof PDFRawStream)) return false
  const type = object.dict.lookup(PDFName.of('Type'))
  return type === PDFName.of('ObjStm') || type === PDFName.of('XRef')
}
