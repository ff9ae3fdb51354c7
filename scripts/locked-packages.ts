import { readFileSync } from 'node:fs'

export interface LockedPackage {
  version: string
  license?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
}

/** The packages of the lock by their paths, the project itself left out. */
export function lockedPackages(): Record<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const { '': _project, ...locked } = packages
  return locked
}

/** The running product needs it on every platform. */
export const isShipped = ({ dev, optional, devOptional }: LockedPackage): boolean => !dev && !optional && !devOptional

/** `node_modules/a/node_modules/@b/c` is `@b/c`. */
export const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? path
