// Writes the list of the product's packages as CycloneDX 1.6:  node scripts/sbom.ts
// `npm sbom --omit=dev` leaves out each package that a tool of development needs, too, and what the build puts into the pages. So the list
// is made from the lock.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { lockedPackages, nameOf, shippedPackages } from './locked-packages.ts'

/** `sha512-…` in base64, as the lock has it. */
function hashesOf(integrity: string | undefined) {
  const [algorithm, base64] = integrity?.split('-') ?? []
  if (algorithm !== 'sha512' || base64 === undefined) return []
  return [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }]
}

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; version: string }
const shipped = shippedPackages()
const components = Object.entries(lockedPackages())
  .filter(([path]) => shipped.has(path))
  .map(([path, { version: locked, license, integrity }]) => {
    const purl = `pkg:npm/${nameOf(path).replace('@', '%40')}@${locked}`
    return {
      type: 'library',
      'bom-ref': path,
      name: nameOf(path),
      version: locked,
      purl,
      licenses: license === undefined ? [] : [{ expression: license }],
      hashes: hashesOf(integrity),
    }
  })
const list = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
  components,
}
mkdirSync('dist', { recursive: true })
writeFileSync('dist/sbom.json', `${JSON.stringify(list, null, 2)}\n`)
