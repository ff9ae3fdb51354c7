import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { graphemes } from '#shared/text/graphemes.ts'
import { anyCharacter } from '#shared/testing/characters.ts'
import { displayNameProblem, usernameProblem } from './names.ts'

describe('usernames', () => {
  test.each([
    'admin',
    'Admin',
    'ADM1N',
    'a.d.m.i.n',
    '4dmin',
    'root',
    'r00t',
    'toptrader',
    't0ptrader',
    'Top_Trader',
    'toptrader.it',
    'xtoptrader',
    'supporto',
    'null',
    'api',
    'me_',
    'log-in',
    '1ogin',
    'admin1',
    'rn-admin',
    'rnoderatore',
    'staff1',
    'support1',
    'supporto_tecnico',
    'assistenza_clienti',
    'assistenza2',
    'administratr',
    'moderatori',
    'trader.verificato',
    'vvebmaster',
  ])('%s is reserved', (username) =>
    expect(usernameProblem(username)).toBe('Questo username è riservato: scegline un altro.'),
  )
  test.each(['...', '---', '.anna', 'anna.', 'an..na', '_._'])('%s is no name', (username) => {
    expect(usernameProblem(username)).not.toBeNull()
  })
  test.each([
    'anna',
    'Anna.Verdi',
    'trader_42',
    'luca-fx',
    '007bond',
    'fxmario',
    'amministrini',
    'support.resistance',
    'staffan',
    'team_ferrari',
    'ari',
    'tester9',
    'modena',
  ])('%s is free', (username) => {
    expect(usernameProblem(username)).toBeNull()
  })
})

describe('display names', () => {
  test.each([
    'Anna Verdi',
    "D'Angelo",
    'José Núñez',
    '李小龙',
    'Müller & Söhne',
    '100% Trader',
    'Đặng Văn',
    'Анна Каренина',
    'Αλέξης',
    '東京タワー FX',
    '김철수 trader',
    'محمد علي',
    'नरेन्द्र',
    'Nguyễn Thị Ánh',
    'Ёлка',
    '42',
    'Mario 🚀',
    'Supporto e Resistenza',
    'Team Ferrari',
    'Amministrini',
    'Staffan Öberg',
    'Trader Team',
    'System Trader',
    'Top Gun',
    'Support & Resistance',
    'Servizio Militare FX',
    'Łukasz Øster',
    'Παναγιώτης Τραμπάκος',
    'Адмиралов Пётр',
    'Торопов Роман',
    'Թորոս',
    'Mario 🇮🇹',
    '客服小王',
  ])('%s is accepted', (name) => {
    expect(displayNameProblem(name)).toBeNull()
  })
  test.each([
    'Anna\u202eVerdi',
    'An\u200bna',
    'Anna\u2066',
    '\u200fAnna',
    'Anna\u0000',
    'A\u00adnna',
    'Anna\nVerdi',
    'Anna\ufeff',
    '\u3164\u3164',
    '...',
    'A\u0301\u0302\u0303\u0304',
    '\ud800a',
    '🅣🅾🅿 🆃🆁🅰🅳🅴🆁',
    '🇹🇴🇵🇹🇷🇦🇩🇪🇷',
  ])('%j is refused', (name) => expect(displayNameProblem(name)).not.toBeNull())

  test.each(['Аnna Verdi', 'Anna Verdі', 'Маrio', 'Αnna', 'Anna Каренина', 'ᏴᎪNK', 'ꓮꓠꓠꓮ', 'Αлекс', 'Աnna', 'आnna'])(
    '%j mixes alphabets',
    (name) => {
      expect(displayNameProblem(name)).toBe('Il nome mescola alfabeti diversi: usane uno solo.')
    },
  )

  test.each([
    'TopTrader',
    'Top Trader',
    'T0p-Trader Italia',
    'Staff TopTrader',
    'Ｔｏｐ Ｔｒａｄｅｒ',
    'ⓣⓞⓟtrader',
    'Töp Träder',
    'Admin',
    'Mario (admin)',
    'ADM1N',
    'Lo Staff',
    'Moderatore',
    'Assistenza clienti',
    'S.u.p.p.o.r.t',
    'Ufficiale',
    'ᴛᴏᴘ ᴛʀᴀᴅᴇʀ',
    'TopTɾader',
    'ТорТгаԁег',
    'Τορ Τραδερ',
    'Топ Трейдер',
    'T🅾🅿 🆃🆁🅰🅳🅴🆁',
    'Top 🇹🇷🇦🇩🇪🇷',
    'Ŧøp Ŧɍađer',
    'T⃝opTrader',
    'Top Trader!',
    'Adm|n',
    'Adm!n',
    'Admin!',
    'Admın',
    '@dmin',
    'ⓐdmin',
    'Админ',
    'Администратор',
    'Модератор',
    'Аdмin'.replace('d', 'ԁ').replace('in', 'іп'),
    'Admin 2',
    'Supporto Clienti',
    'Support Team',
    '$upport',
    'Assistenza Clienti TT',
    'Assistenza Mario',
    'Amministrazione TT',
    'Moderatori',
    'rnoderatore',
    'Team TT',
    'Trader Verificato',
    'Account ufficiale',
    'Supporto 24',
  ])('%j is reserved', (name) => expect(displayNameProblem(name)).toBe('Questo nome è riservato: scegline un altro.'))

  test.each([
    '★ Verificato ★',
    'Mario ✅',
    'Mario ☑️',
    '✔ Mario',
    'Mario ✓',
    '🏅Mario',
    'Mario 🏆 #1',
    '💎 Mario',
    'Mario™',
  ])('%j wears a badge', (name) => {
    expect(displayNameProblem(name)).toBe('Il nome contiene un segno di riconoscimento, come ✓ o ★: toglilo.')
  })

  test('its length is what a person sees', () => {
    expect(displayNameProblem('é'.normalize('NFD'))).toBe('Minimo 2 caratteri')
    expect(displayNameProblem('🚀')).toBe('Minimo 2 caratteri')
    expect(displayNameProblem('नि'.repeat(50))).toBeNull()
    expect(displayNameProblem('a'.repeat(50))).toBeNull()
    expect(displayNameProblem('a'.repeat(51))).toBe('Al massimo 50 caratteri.')
    expect(displayNameProblem('ắ'.normalize('NFD').repeat(51))).toBe('Al massimo 50 caratteri.')
  })

  test('any text: the problem of a name is a sentence or none, and the same each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (name) => {
        const problem = displayNameProblem(name)
        expect(displayNameProblem(name)).toBe(problem)
        const length = graphemes(name)
        const isWellFormed = !/[\p{Cc}\p{Cf}\p{Cs}\p{DI}]/u.test(name) && length >= 2 && length <= 50
        expect(problem !== null || isWellFormed).toBe(true)
      }),
    )
  })
})
