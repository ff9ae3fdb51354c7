/** Letters of other scripts by the Latin ones that they look like. */
const alike: Readonly<Record<string, string>> = {
  // Cyrillic
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ё: 'e',
  н: 'h',
  һ: 'h',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  у: 'y',
  // Greek: capitals look otherwise than the small letters that they become
  Α: 'a',
  Β: 'b',
  Ε: 'e',
  Ζ: 'z',
  Η: 'h',
  Ι: 'i',
  Κ: 'k',
  Μ: 'm',
  Ν: 'n',
  Ο: 'o',
  Ρ: 'p',
  Τ: 't',
  Υ: 'y',
  Χ: 'x',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  // Latin
  ı: 'i',
  ɡ: 'g',
  ɑ: 'a',
}

function folded(sign: string): string {
  return alike[sign] ?? alike[sign.toLowerCase()] ?? sign
}

/**
 * A text as it reads at a glance, in small letters: what is not seen is gone, and compatibility forms, letters of other scripts that
 * look like Latin ones, dashes, blanks and decimal digits of any script are one. Accents stay. Two texts that are alike by it are
 * not the same text: never store it in the place of what somebody wrote.
 */
export function lookOf(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{DI}\p{Cf}]/gu, '')
    .replaceAll(/[\p{Script=Greek}\p{Script=Cyrillic}ıɡɑ]/gu, folded)
    .toLowerCase()
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replaceAll('٪', '%')
    .replaceAll(/[\p{Pd}−]/gu, '-')
    .replaceAll(/[^\S\n]+/gu, ' ')
    .trim()
}
