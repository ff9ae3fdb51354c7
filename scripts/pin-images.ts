// Writes the registry's present digest beside the tag of each image: npm run pin-images. It needs Docker and a registry.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'

/** An image of a registry, `name:tag` with or without its digest. Images that the product builds itself have no digest. */
const images = /^(?:FROM|\s+image:) (?!toptrader\b)(?<tagged>[^\s@$]+)(?<digest>@\S+)?/gm

export interface NamedImage {
  file: string
  /** `postgres:18-bookworm`. */
  tagged: string
  /** `@sha256:…`; empty where the tag stands alone. */
  digest: string
}

export const imageFiles = (): string[] =>
  globSync(['Dockerfile', 'compose.yaml', 'deploy/**/{Dockerfile,*.yaml}']).sort()

export function namedImages(files = imageFiles()): NamedImage[] {
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(images)].map(({ groups: { tagged = '', digest = '' } = {} }) => ({
      file,
      tagged,
      digest,
    })),
  )
}

/** The digest of all platforms' images under the tag. @throws where Docker or the registry gives none */
function digestOf(tagged: string): string {
  const answer = execFileSync('docker', ['buildx', 'imagetools', 'inspect', '--format', '{{json .Manifest}}', tagged])
  const { digest } = JSON.parse(answer.toString()) as { digest?: unknown }
  if (typeof digest !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${tagged}: no digest`)
  return digest
}

if (import.meta.main) {
  const found = namedImages()
  // All digests before the first write: a registry that fails leaves every file as it was.
  const digests = new Map([...new Set(found.map(({ tagged }) => tagged))].map((tagged) => [tagged, digestOf(tagged)]))
  for (const file of new Set(found.map((image) => image.file))) {
    const text = readFileSync(file, 'utf8')
    const pinned = text.replaceAll(
      images,
      (line, tagged: string, digest: string | undefined) =>
        `${digest === undefined ? line : line.slice(0, -digest.length)}@${digests.get(tagged)}`,
    )
    if (pinned !== text) writeFileSync(file, pinned)
  }
  for (const { file, tagged, digest } of found) {
    const now = `@${digests.get(tagged)}`
    console.log(`${file}: ${tagged} ${digest === now ? 'as before' : `${digest || 'no digest'} → ${now}`}`)
  }
}
