/**
 * Latin letters, and the signs that are read as one at a glance. The sources are Unicode's list of confusable characters (UTS #39) for
 * Latin, Greek and Cyrillic, variants of Latin letters that no compatibility form undoes, letters in boxes and of flags. A capital is
 * listed only where its small letter does not give the same. Other scripts are missing: a name is written in one script.
 */
const signsOf: Readonly<Record<string, string>> = {
  a: 'аΑαɑɐᴀᶏⱥ𝈗🅐🅰🇦',
  b: 'вΒƀƃƄɓʙЬᵬᶀꞗꞴ🅑🅱🇧',
  c: 'сƈȼɕͽЄᴄↄꜿꞓꞔ𝼝🅒🅲🇨',
  d: 'ԁđƌȡɖɗᴅᵭᶁᶑꝺꟈ🅓🅳🇩',
  e: 'еёΕεƷǝȜɇɘəɛɜɝзєҽәӠԑᴇᴈᶒᶓᶔⱸⱻꝪꬲꬴ𝈆𝈡🅔🅴🇪',
  f: 'ƒϜᵮᶂꜰꝼꞙꬵ𝈓🅕🅵🇫',
  g: 'ɡƍǥɠɢʛԍᵷᵹᶃꝿꞡꬶ𝼁𝼂🅖🅶🇬',
  h: 'нһΗħɥɦʜʮʯͰⱨⱶꜧꞕꟶ🅗🅷🇭',
  i: 'іїΙιıɨɩɪᴉᶖꙇ𝼚🅘🅸🇮',
  j: 'јȷɉɟʄʝϳᴊ🅙🅹🇯',
  k: 'кΚκĸƙʞᴋᶄⱪꝁꝃꝅꞣ𝼃𝼐🅚🅺🇰',
  l: 'ӏłƖƚǀȴɫɬɭʟІᴌᶅⱡꝉꞁꞎꬷꬸꬹ𝈪𝼄𝼑𝼓🅛🅻🇱',
  m: 'мΜɯɰɱϺᴍᴟᵯᶆꟺꬺꭑ🅜🅼🇲',
  n: 'Νηпπƞȵɲɳɴͷиᴎᵰᶇꞑꞥꬻ🅝🅽🇳',
  o: 'оΟοøƟǿɔͻσᴏᴐᴑᴒᴓᶗⱺꝋꝍꬽꬾꬿ𝼛🅞🅾🇴',
  p: 'рΡρƥᴘᴩᵱᵽᶈꝑꝓꝕ🅟🅿🆊🇵',
  q: 'ԛɋʠᶐꝗꝙꞯ🅠🆀🇶',
  r: 'ƧɍɹɺɻɼɽɾɿʀʁгяᴙᴚᴦᵲᵳᶉⱹꙄꝛꞃꞧꭆꭇꭈꭉꭋꭌꭨ𝈖𝼈𝼕𝼖🅡🆁🇷',
  s: 'ѕƽȿʂᵴᶊẜẝꜱꞅꞩꟊ𝼞🅢🆂🇸',
  t: 'тΤτŧƫƭȶʇʈᴛᵵⱦꞇ𝈜𝼉𝼍🅣🆃🇹',
  u: 'υᴜᴝᶙꞟꞹꭎꭒ🅤🆄🇺',
  v: 'ѵνʋʌΛЛᴠᴧᶌⱱⱴꝟ𝈍🅥🆅🇻',
  w: 'ԝωʍѡᴡⱳ🅦🆆🇼',
  x: 'хΧχᶍꞳꭖꭗꭘꭙ🅧🆇🇽',
  y: 'уΥƴɏɣʎʏγүỿꭚ𝼆🅨🆈🇾',
  z: 'Ζƶȥɀʐʑᴢᵶᶎⱬ🅩🆉🇿',
}
const alike = new Map(Object.entries(signsOf).flatMap(([letter, signs]) => Array.from(signs, (sign) => [sign, letter])))

function folded(sign: string): string {
  return alike.get(sign) ?? alike.get(sign.toLowerCase()) ?? sign
}

/**
 * A text's look, in small letters. Invisible signs are removed; compatibility forms, letters that look like Latin ones, dashes, blanks and
 * decimal digits of any script are unified. Accents stay. Two texts of one look are not the same text: never store the look in place of
 * the person's text.
 */
export function lookOf(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{DI}\p{Cf}]/gu, '')
    .replaceAll(/\P{ASCII}/gu, folded)
    .toLowerCase()
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replaceAll('٪', '%')
    .replaceAll(/[\p{Pd}−]/gu, '-')
    .replaceAll(/[^\S\n]+/gu, ' ')
    .trim()
}
