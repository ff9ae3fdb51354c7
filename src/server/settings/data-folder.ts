import { mkdirSync } from 'node:fs'
import { StartupError } from './startup-error.ts'

/**
 * Makes DATA_DIR where it is missing.
 * @throws StartupError where its place is taken, or it may not be made
 */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const inTheWay = code === 'EEXIST' || code === 'ENOTDIR'
    throw new StartupError(
      inTheWay
        ? `${folder} non può essere la cartella dei dati: al suo posto, o lungo il percorso, c’è un file. Indica un’altra DATA_DIR.`
        : `La cartella ${folder} non si può creare: controlla i permessi, o indica un’altra DATA_DIR.`,
      { cause: error },
    )
  }
}
