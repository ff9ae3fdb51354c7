import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findBrowser } from './browser.ts'

/** A program outside npm that tests run. Its package is called the same on Debian and on Ubuntu. */
interface Tool {
  command: string
  package: string
  purpose: string
}

const programs: readonly Tool[] = [
  { command: 'g++', package: 'g++', purpose: 'compiles the advisors' },
  { command: 'haproxy', package: 'haproxy', purpose: 'stands before two instances' },
  { command: 'pgbouncer', package: 'pgbouncer', purpose: 'shares connections between instances' },
  { command: 'openssl', package: 'openssl', purpose: 'makes the certificate of haproxy' },
  { command: 'promtool', package: 'prometheus', purpose: 'runs the alert rules' },
  { command: 'amtool', package: 'prometheus-alertmanager', purpose: 'checks what sends the alerts' },
  { command: 'age', package: 'age', purpose: 'opens backups' },
  { command: 'zstd', package: 'zstd', purpose: 'opens backups' },
]
const browser: Tool = { command: 'chromium', package: 'chromium', purpose: 'shows the screens' }

/** Debian installs haproxy in a folder of root's path only. */
export const searchPath = [process.env['PATH'], '/usr/sbin', '/sbin'].join(delimiter)

/** The tools that this machine lacks. */
export function missingTools(path = searchPath, hasBrowser = isBrowserHere): Tool[] {
  const missing = programs.filter(({ command }) => !path.split(delimiter).some((folder) => isProgram(folder, command)))
  return hasBrowser() ? missing : [...missing, browser]
}

function isProgram(folder: string, command: string): boolean {
  try {
    accessSync(join(folder, command), constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isBrowserHere(): boolean {
  try {
    findBrowser()
    return true
  } catch {
    return false
  }
}

export interface Machine {
  /** `ID` of /etc/os-release; absent where there is none. */
  system: string | undefined
  isRoot: boolean
  /** `sudo` works without a password. */
  hasSudo: boolean
}

export function thisMachine(): Machine {
  const isRoot = process.getuid?.() === 0
  let system: string | undefined
  try {
    system = /^ID=["']?(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  } catch {
    // Not a Linux.
  }
  return { system, isRoot, hasSudo: !isRoot && spawnSync('sudo', ['-n', 'true']).status === 0 }
}

/**
 * The one command that installs tools, to be run by a shell.
 * @returns null on a system that is neither Debian nor Ubuntu
 */
export function installCommand(missing: readonly Tool[], { system, isRoot }: Machine): string | null {
  if (system !== 'debian' && system !== 'ubuntu') return null
  const admin = isRoot ? '' : 'sudo '
  // Ubuntu's package of Chromium needs snapd, which containers lack.
  const ofPlaywright = system === 'ubuntu' ? missing.filter((tool) => tool === browser) : []
  const packages = missing.filter((tool) => !ofPlaywright.includes(tool)).map((tool) => tool.package)
  return [
    ...(packages.length > 0
      ? [
          `${admin}apt-get update -qq`,
          `${admin}env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${packages.join(' ')}`,
        ]
      : []),
    ...(ofPlaywright.length > 0 ? ['npx playwright install --with-deps chromium'] : []),
  ].join(' && ')
}

/**
 * Looks for every tool, names what is missing, and installs it where this user may.
 * @throws Error with the one command that installs it, where this user may not or the installation failed; a test never passes by skipping
 */
export function prepareTools(): void {
  const missing = missingTools()
  if (missing.length === 0) return
  console.log(`Missing: ${missing.map(({ command, purpose }) => `${command} (${purpose})`).join(', ')}.`)
  const machine = thisMachine()
  const command = installCommand(missing, machine)
  if (command === null) {
    throw new Error(
      `Install these programs, then run this again: ${missing.map((tool) => tool.command).join(' ')}. Debian and Ubuntu call their packages: ${missing.map((tool) => tool.package).join(' ')}.`,
    )
  }
  if (!machine.isRoot && !machine.hasSudo)
    throw new Error(`Install them with this command, then run this again:\n${command}`)
  console.log(`Installing: ${command}`)
  spawnSync(command, { shell: true, stdio: 'inherit' })
  const still = missingTools()
  if (still.length > 0)
    throw new Error(`Still missing: ${still.map((tool) => tool.command).join(', ')}. The command was:\n${command}`)
}
