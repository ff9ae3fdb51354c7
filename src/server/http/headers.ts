import type { FastifyReply } from 'fastify'
import { themeScriptHash } from './theme-script.ts'

const contentSecurity = [
  "default-src 'none'",
  `script-src 'self' ${themeScriptHash}`,
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]
/** One policy, once: the theme's script makes it first of all, and it names the service worker alone. */
const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types service-worker']

/** No inline script but the theme's, no inline style, no third party: nothing but this origin's own files runs. */
const strictPolicy = [...contentSecurity, ...trustedTypes].join('; ')

/** Development only: Vite's refresh preamble and injected styles carry a nonce, its reconnect worker is a blob. */
const developmentPolicy = contentSecurity
  .map((directive) => (/^(script|style)-src/.test(directive) ? `${directive} 'nonce-dev'` : directive))
  .map((directive) => (directive.startsWith('worker-src') ? `${directive} blob:` : directive))
  .join('; ')

/** The same on every answer, errors and 304 included. */
export function securityHeaders(options: { https: boolean; development: boolean }): Record<string, string> {
  return {
    'content-security-policy': options.development ? developmentPolicy : strictPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
    ...(options.https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** The one style sheet that the interface description's viewer generates; another version may generate another. */
const viewerStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

/** The interface description's viewer writes style attributes, and one sheet; no other page does. */
export function relaxStylesFor(reply: FastifyReply): void {
  const policy = contentSecurity.map((each) => (each.startsWith('style-src') ? `${each} ${viewerStyle}` : each))
  reply.header('content-security-policy', [...policy, "style-src-attr 'unsafe-inline'"].join('; '))
}
