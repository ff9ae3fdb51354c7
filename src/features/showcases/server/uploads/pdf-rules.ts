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
 * Active content of a document. Every object of a file is checked, referenced or not, as the parser returns it: object streams are
 * unpacked, escapes of names are resolved. `docs/security.md`, files that people upload.
 */

/** A map has no prototype, so that a name such as `toString` in the file finds nothing. */
const namesOf = (names: Record<string, string>) => new Map(Object.entries(names))

/** Keys that a plain document does not need, and their meaning. */
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
  // The kind of a form's field: a reader would believe that our site requests the data.
  FT: 'campi di un modulo',
  OPI: 'link ad altri file',
  SpiderInfo: 'link ad altri file',
  AlternatePresentations: 'contenuti multimediali',
})

/**
 * Values of `/S` that are actions in any place. Where readers expect an action, only jumps in the document and web addresses are
 * allowed. Elsewhere `/S` has other meanings (structure, borders, groups), so only these values are refused.
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
  Thread: 'link ad altri file',
  GoToR: 'link ad altri file',
  GoToE: 'link a file incorporati',
  GoToDp: 'link ad altri file',
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
  Filespec: 'link ad altri file',
})
const typeKeys = ['Type', 'Subtype', 'Subtype2']

/** The deepest structure that is accepted. No program writes deeper ones. */
const deepest = 200

/**
 * Labels of the active content of a document, in Italian, each once; empty for a plain document.
 * @param objects all objects of the file
 */
export function activeContent(objects: Iterable<PDFObject>): string[] {
  const found = new Set<string>()
  for (const object of objects) inspect(object, found, 0)
  return [...found]
}

function inspect(object: PDFObject, found: Set<string>, depth: number): void {
  if (depth > deepest) return void found.add('una struttura troppo profonda')
  // A reference is legal as a part of an object. A top-level one makes a chain, which some readers follow and the parser does not.
  if (object instanceof PDFRef && depth === 0) found.add('rimandi a catena')
  if (object instanceof PDFArray) {
    for (const part of object.asArray()) inspect(part, found, depth + 1)
  } else if (object instanceof PDFDict) {
    inspectDictionary(object, found)
    for (const part of object.values()) inspect(part, found, depth + 1)
  } else if (object instanceof PDFStream) {
    // The bytes of such a stream come from another file.
    if (object.dict.has(PDFName.of('F'))) found.add('link ad altri file')
    inspect(object.dict, found, depth + 1)
  }
}

function inspectDictionary(dict: PDFDict, found: Set<string>): void {
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
  if (nameIn(dict, 'FS') === 'URL') found.add('link ad altri file')
  if (nameIn(dict, 'Subtype') === 'Form' && has(dict, 'Ref')) found.add('link ad altri file')
  inspectActions(dict, found)
  inspectAddress(dict, found)
  const form = valueIn(dict, 'AcroForm')
  const fields = form instanceof PDFDict ? valueIn(form, 'Fields') : undefined
  if (fields !== undefined && !(fields instanceof PDFArray && fields.size() === 0)) found.add('campi di un modulo')
}

/** Checks the places where readers expect an action. */
function inspectActions(dict: PDFDict, found: Set<string>): void {
  // The action that follows an action. Elsewhere (outlines) `Next` is a sibling.
  if (has(dict, 'Next') && (has(dict, 'S') || nameIn(dict, 'Type') === 'Action')) found.add('azioni in sequenza')
  for (const key of ['A', 'PA']) {
    const value = valueIn(dict, key)
    for (const action of value instanceof PDFArray ? partsOf(value) : [value]) {
      // Attributes of a structure have the name `/A` too, but no `/S`.
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

/** A page and its view: `[3 0 R /XYZ 0 700 0]`. */
function isPlace(place: PDFArray): boolean {
  const [page, ...view] = partsOf(place)
  const isPage = page instanceof PDFNumber || (page instanceof PDFDict && nameIn(page, 'Type') === 'Page')
  return isPage && view.every((part) => part instanceof PDFName || part instanceof PDFNumber || part === PDFNull)
}

/** Checks the address of a link, and the catalog's dictionary with the base of relative ones. */
function inspectAddress(dict: PDFDict, found: Set<string>): void {
  const value = valueIn(dict, 'URI')
  if (value === undefined) return
  if (value instanceof PDFDict) {
    if (has(value, 'Base')) found.add('un indirizzo di base per i link')
  } else if (!leadsToWeb(value)) {
    found.add('link che non portano al web')
  }
}

/** True where an address has a web scheme or begins with `www.`, so that no reader takes it for a folder of another computer or a relative path. */
function leadsToWeb(value: PDFObject): boolean {
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return false
  // The bytes are read as UTF-8. Some readers support UTF-16 here, but such a text is no address.
  const text = Buffer.from(value.asBytes()).toString('utf8').trim()
  // oxlint-disable-next-line no-control-regex -- control characters are searched for
  if (/[\\\u0000-\u001f\u007f]/.test(text)) return false
  if (/^(mailto|tel):[^/]/i.test(text)) return true
  const url = URL.parse(/^www\.[^/?#@:]+\.[^/?#@:]/i.test(text) ? `https://${text}` : text)
  return url !== null && /^(https?:\/\/[^/]|www\.)/i.test(text) && url.username === '' && url.password === ''
}

const has = (dict: PDFDict, key: string) => dict.has(PDFName.of(key))

/** The resolved value; undefined for none. */
function valueIn(dict: PDFDict, key: string): PDFObject | undefined {
  const value = dict.lookup(PDFName.of(key))
  return value === PDFNull ? undefined : value
}

const nameIn = (dict: PDFDict, key: string) => {
  const value = valueIn(dict, key)
  return value instanceof PDFName ? value.decodeText() : ''
}

const partsOf = (array: PDFArray) => array.asArray().map((_, index) => array.lookup(index))

/** Whether an object is a container of the file format, which is unpacked and written anew. */
export function isFrame(object: PDFObject): boolean {
  if (!(object instanceof PDFRawStream)) return false
  const type = object.dict.lookup(PDFName.of('Type'))
  return type === PDFName.of('ObjStm') || type === PDFName.of('XRef')
}
