import { sharePercent } from '#shared/format/format.ts'

/** `il 76,5%`, `l’80,0%`, `l’11,2%`: a share in percent units with its article. One, eight and eleven begin with a vowel. */
export function shareWithArticle(percent: number, decimals = 1): string {
  const text = sharePercent(percent, decimals)
  return `${/^(?:8\d?|11?)[,%]/.test(text) ? 'l’' : 'il '}${text}`
}

/** `al 76,5%`, `all’80,0%`: the same after "fino a". */
export function shareAfterTo(percent: number, decimals = 1): string {
  return shareWithArticle(percent, decimals).replace(/^il /, 'al ').replace(/^l’/, 'all’')
}
