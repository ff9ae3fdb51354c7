import { LoaderCircle } from './icons.tsx'
import type { AnchorHTMLAttributes, ComponentProps, MouseEvent } from 'react'

interface Look {
  variant?: 'primary' | 'secondary' | 'text' | 'danger' | 'danger-line'
  size?: 'sm' | 'md' | 'lg'
  wide?: boolean
}

function classes({ variant = 'secondary', size = 'md', wide = false }: Look, more: string | undefined): string {
  return ['btn', `btn-${variant}`, size === 'md' ? '' : `btn-${size}`, wide ? 'w-full' : '', more ?? '']
    .filter((part) => part !== '')
    .join(' ')
}

/** While `busy` has a text ("Creazione...") it is shown with the spinner and clicks do nothing. */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: Look & { busy?: string | false } & ComponentProps<'button'>) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }
  // Stays focusable while busy, so that the keyboard does not lose its place.
  const guarded = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy === false) onClick?.(event)
    else event.preventDefault()
  }
  return (
    <button
      className={classes(look, className)}
      type={type}
      aria-busy={busy !== false || undefined}
      onClick={guarded}
      {...rest}
    >
      {busy === false ? (
        children
      ) : (
        <>
          <LoaderCircle className="spin" />
          {busy}
        </>
      )}
    </button>
  )
}

/** A link that looks like a button. Links inside the app need no handler: the router takes them over. */
export function ButtonLink({
  variant,
  size,
  wide,
  className,
  children,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }
  return (
    <a className={classes(look, className)} {...rest}>
      {children}
    </a>
  )
}
