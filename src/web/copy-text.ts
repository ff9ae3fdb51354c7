import { toast } from './toasts.ts'

/**
 * Copies a text to the clipboard and says so. A page that is not served over https has no clipboard, and a browser may refuse it.
 * @param copied the sentence that says it is there
 */
export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(copied, 'ok')
  } catch {
    toast('Copia non riuscita: seleziona il testo e copialo a mano.', 'warn')
  }
}
