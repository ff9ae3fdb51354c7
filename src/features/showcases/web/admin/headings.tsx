import { createContext, useContext, type ReactNode } from 'react'

/** True on the full page, where a showcase's headings are two levels higher than in the panel. */
export const OnPage = createContext(false)

/** Heading of a part of the details. */
export function PartHead({ children }: { children: ReactNode }) {
  const Head = useContext(OnPage) ? 'h3' : 'h5'
  return <Head className="adm-part">{children}</Head>
}

/** Heading of one field that changed. */
export function FieldHead({ children }: { children: ReactNode }) {
  const Head = useContext(OnPage) ? 'h4' : 'h6'
  return <Head className="adm-diff-name">{children}</Head>
}
