import { describe, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { escaped, packed, plainly } from '../testing/pdfs.ts'
import { uploadScene } from '../testing/upload-scene.ts'
import { checkPdf } from './pdf-check.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { newAuthor, pdf, files } = await uploadScene(kernel)
const author = await newAuthor()

const action = (type: string, more = '') => `<< /S /${type} ${more} >>`
const opening = (type: string, more = '') => ({ catalog: `/OpenAction ${action(type, more)}` })
const stream = (head: string, body = 'x') => `<< ${head} /Length ${body.length} >>\nstream\n${body}\nendstream`

const link = (action: string, more = '') => ({
  page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 200 200] ${more} /A ${action} >>]`,
})
const address = (text: string) => link(`<< /S /URI /URI ${text} >>`)

const active: [string, Parameters<typeof plainly>[0], RegExp][] = [
  ['a script at the opening', opening('JavaScript', '/JS (app.alert\\(1\\))'), /JavaScript/],
  ['a script in a stream', { ...opening('JavaScript', '/JS 4 0 R'), more: [stream('')] }, /JavaScript/],
  [
    'scripts by name',
    { catalog: '/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (x) >>] >> >>' },
    /JavaScript/,
  ],
  ['a script that nothing leads to', { more: ['<< /S /JavaScript /JS (x) >>'] }, /JavaScript/],
  ['a script deep in arrays', { more: ['[[[[ << /K [ << /JS (x) >> ] >> ]]]]'] }, /JavaScript/],
  ['a program', opening('Launch', '/F (cmd.exe)'), /avvio di programmi/],
  [
    'a program after a jump',
    { catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next << /S /Launch /F (a) >> >>' },
    /avvio di programmi/,
  ],
  [
    'a form that is sent',
    { page: '/Annots [<< /Subtype /Widget /A << /S /SubmitForm /F (https://male.example) >> >>]' },
    /invio di moduli/,
  ],
  ['data that is read in', opening('ImportData', '/F (a)'), /importazione/],
  ['actions of a page', { page: '/AA << /O << /S /GoTo /D [3 0 R /Fit] >> >>' }, /automatiche/],
  ['another file', opening('GoToR', '/F (\\\\\\\\server\\\\a)'), /altri file/],
  ['a file inside', opening('GoToE', '/T << >>'), /file incorporati/],
  [
    'files that are carried',
    {
      catalog: '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>',
      more: ['<< /Type /Filespec /F (a.exe) /EF << /F 5 0 R >> >>', stream('/Type /EmbeddedFile')],
    },
    /incorporati/,
  ],
  ['a file as a note', { page: '/Annots [<< /Type /Annot /Subtype /FileAttachment >>]' }, /incorporati/],
  ['a collection', { catalog: '/Collection << >>' }, /incorporati/],
  ['an XFA form', { catalog: '/AcroForm << /XFA 4 0 R /Fields [] >>', more: [stream('')] }, /XFA/],
  ['rich media', { page: '/Annots [<< /Subtype /RichMedia >>]' }, /multimediali/],
  ['a film', { page: '/Annots [<< /Subtype /Movie >>]' }, /multimediali/],
  ['a film as an action', opening('Movie'), /multimediali/],
  ['a sound', opening('Sound', '/Sound 4 0 R'), /multimediali/],
  ['a rendition', opening('Rendition', '/OP 0'), /multimediali/],
  ['a screen', { page: '/Annots [<< /Subtype /Screen >>]' }, /multimediali/],
  ['three dimensions', { page: '/Annots [<< /Subtype /3D >>]' }, /3D/],
  ['a link that is a script', address('(javascript:alert\\(1\\))'), /al web/],
  ['a script in two bytes a letter', address('<FEFF006A006100760061007300630072006900700074003A0061>'), /al web/],
  ['an address in two bytes a letter', address('<FEFF00680074007400700073003A002F002F0061002E00690074>'), /al web/],
  ['a link to a file', address('(file:///etc/passwd)'), /al web/],
  ['a link to another computer’s folder', address('(\\\\\\\\male.example\\\\share\\\\x)'), /al web/],
  ['such a folder behind a scheme', address('(https:\\\\\\\\male.example\\\\x)'), /al web/],
  ['a link without a scheme', address('(//male.example/x)'), /al web/],
  ['a link to a file beside', address('(x.exe)'), /al web/],
  ['a scheme without a host', address('(https:x.exe)'), /al web/],
  ['an address with a user name', address('(https://banca.example@male.example/)'), /al web/],
  ['an address that is broken', address('(https://male\\n.example/)'), /al web/],
  ['a name beginning with www', address('(www.exe)'), /al web/],
  ['an address that is no text', address('/x'), /al web/],
  ['an address of no kind', link('<< /S /URI >>'), /non ammesse/],
  [
    'relative links to another computer',
    { catalog: '/URI << /Base (file://male.example/share/) >>', ...address('(https://a.it)') },
    /indirizzo di base/,
  ],
  [
    'such a base by another object',
    { catalog: '/URI 4 0 R', more: ['<< /Base (javascript:alert\\(1\\)//) >>'] },
    /di base/,
  ],
  ['a thread elsewhere', link('<< /S /Thread /F (\\\\\\\\male.example\\\\x.pdf) /D 0 >>'), /altri file/],
  ['a file elsewhere', { catalog: '/X << /Type /Filespec /FS /URL /F (http://male.example/x) >>' }, /altri file/],
  ['one that says no type', { catalog: '/X << /FS /URL /F (http://male.example/x) >>' }, /altri file/],
  ['a jump elsewhere', link('<< /S /GoTo /F (x.pdf) /D [0 /Fit] >>'), /non ammesse/],
  ['a page at the opening', opening('URI', '/URI (https://male.example)'), /all’apertura/],
  [
    'the same by another object',
    { catalog: '/OpenAction 4 0 R', more: [action('URI', '/URI (https://a.it)')] },
    /all’apertura/,
  ],
  ['the same in an array', { catalog: `/OpenAction [${action('URI', '/URI (https://a.it)')}]` }, /all’apertura/],
  ['behind a page', { catalog: `/OpenAction [3 0 R /Fit ${action('URI', '/URI (https://a.it)')}]` }, /all’apertura/],
  ['a catalog without its type', { more: ['<< /OpenAction << /S /URI /URI (https://a.it) >> >>'] }, /all’apertura/],
  ['printing at the opening', opening('Named', '/N /Print'), /comandi al lettore/],
  [
    'an address after a jump',
    { catalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${action('URI', '/URI (https://male.example)')} >>` },
    /in sequenza/,
  ],
  ['an address after an address', link(`<< /S /URI /URI (https://a.it) /Next 4 0 R >>`), /in sequenza/],
  ['an unknown action', link('<< /S /Trans /Trans << /S /Dissolve >> >>'), /non ammesse/],
  ['one in an array', link('[<< /S /Ignoto >>]'), /non ammesse/],
  ['one of a link’s second action', link('<< /S /URI /URI (https://a.it) >>', '/PA << /S /Ignoto >>'), /non ammesse/],
  [
    'a field for a password',
    {
      catalog: '/AcroForm << /Fields [4 0 R] >>',
      page: '/Annots [4 0 R]',
      more: ['<< /Type /Annot /Subtype /Widget /FT /Tx /T (Password) /Rect [0 0 99 20] /P 3 0 R >>'],
    },
    /campi di un modulo/,
  ],
  ['fields that the form alone names', { catalog: '/AcroForm << /Fields [<< /T (a) >>] >>' }, /campi di un modulo/],
  [
    'a button',
    { page: '/Annots [<< /Subtype /Widget /A << /S /Named /N /SaveAs >> >>]' },
    /modulo e comandi|comandi al lettore/,
  ],
  [
    'a picture by the printer’s server',
    { more: [stream('/Type /XObject /Subtype /Image /OPI << /1.3 << /F (\\\\\\\\male.example\\\\x) >> >>')] },
    /altri file/,
  ],
  ['a program of the printer', { more: [stream('/Type /XObject /Subtype /PS', 'quit')] }, /PostScript/],
  ['one in a form', { more: [stream('/Type /XObject /Subtype /Form /Subtype2 /PS', 'quit')] }, /PostScript/],
  ['a stream whose bytes come from elsewhere', { more: [stream('/F (https://male.example/a)')] }, /altri file/],
  [
    'one described in full',
    { more: [stream('/Type /XObject /Subtype /Image /F << /FS /URL /F (http://a.it) >>')] },
    /altri file/,
  ],
  ['a chain of references', { more: ['5 0 R', '/JavaScript', '<< /S 4 0 R /X (x) >>'] }, /a catena/],
  ['a name by another object', { more: ['/JavaScript', '<< /S 4 0 R >>'] }, /JavaScript/],
]

describe('active content is refused and named', () => {
  test.each(active)('%s', async (_name, written, label) => {
    for (const bytes of [packed(written), escaped(written)]) {
      const checked = await checkPdf(bytes)
      expect([checked.verdict, checked.verdict === 'active' && checked.found.join(', ')]).toEqual([
        'active',
        expect.stringMatching(label),
      ])
    }
  })

  // Each document takes a thread, so this test takes one of every kind.
  const kinds = [...new Map(active.map((one) => [String(one[2]), one])).values()]
  test.each(kinds)('%s: for every sender', async (_name, written, label) => {
    const answer = await pdf(author, plainly(written))
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([422, expect.stringMatching(label)])
    expect(files()).toEqual([])
  })
})

describe('plain content is accepted', () => {
  test.each([
    ['an address', address('(https://esempio.it/a?b=c#d)')],
    ['one in capitals', address('(HTTP://ESEMPIO.IT)')],
    ['one of many', address('(www.esempio.it/a)')],
    ['one with accents', address('(https://esempio.it/citt\u00C3\u00A0)')],
    ['one in hexadecimal digits', address('<68747470733A2F2F612E6974>')],
    ['one by another object', { ...address('4 0 R'), more: ['(https://a.it)'] }],
    ['an e-mail', address('(mailto:anna@esempio.it)')],
    ['a telephone', address('(tel:+390212345678)')],
    ['a jump', link('<< /S /GoTo /D [3 0 R /XYZ 0 0 null] >>')],
    ['a jump to a name', link('<< /S /GoTo /D (capitolo) >>')],
    ['no base', { catalog: '/URI << >>' }],
    ['a form without fields', { catalog: '/AcroForm << /Fields [] >>' }],
    ['a page to begin at', { catalog: '/OpenAction [3 0 R /XYZ null null 0]' }],
    ['none', { catalog: '/OpenAction null' }],
    [
      'structure, groups, borders, labels and outlines',
      {
        catalog:
          '/StructTreeRoot << /K << /S /P /A [<< /O /Layout /Placement /Block >> 0] /K << /S /H1 /A << /O /Table >> >> >> >> /PageLabels << /Nums [0 << /S /D >>] >> /Outlines << /First 4 0 R /Last 5 0 R >>',
        page: '/Group << /S /Transparency /CS /DeviceRGB >> /Annots [<< /Subtype /Link /BS << /S /U >> /Dest [3 0 R /Fit] >>] /Trans << /S /Dissolve >>',
        more: [
          '<< /Title (a) /Next 5 0 R /A << /S /GoTo /D [3 0 R /Fit] >> >>',
          '<< /Title (b) /Prev 4 0 R /Dest [3 0 R /Fit] >>',
        ],
      },
    ],
  ])('%s', async (_name, written) => {
    for (const bytes of [plainly(written), packed(written), escaped(written)]) {
      expect(await checkPdf(bytes)).toMatchObject({ verdict: 'plain' })
    }
  })
})
