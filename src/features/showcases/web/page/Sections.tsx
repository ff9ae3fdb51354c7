import type { ReactNode } from 'react'
import { useId } from 'react'
import type { Showcase } from '#features/showcases/contract.ts'
import { presentationTitle } from '#features/showcases/texts.ts'
import { Band } from '../Band.tsx'
import { Picture, Portrait } from '../Picture.tsx'
import { nameOf } from './names.ts'

/** The description, else the details, else the bio of the account. Details that differ from the description follow it. */
export function Story({ showcase }: { showcase: Showcase }) {
  const { bio_extended: details, bio_short: bio, profile } = showcase
  const text = [profile.description, details, bio].map((each) => each?.trim() ?? '').find((each) => each !== '')
  const more = details?.trim() ?? ''
  return (
    <Section title={presentationTitle}>
      <div className="show-prose">
        <p>{text ?? `${nameOf(showcase)} non ha ancora scritto una presentazione. I suoi risultati sono qui sopra.`}</p>
        {more !== '' && more !== text && <p>{more}</p>}
      </div>
      {showcase.services.length > 0 && (
        <ul className="show-services" aria-label="Servizi">
          {showcase.services.map((service) => (
            <li key={service}>{service}</li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const galleryMax = 2

export function Gallery({ showcase }: { showcase: Showcase }) {
  const { promotional_images: given } = showcase.content
  // The specification's placeholders, where the trader gave no image; one that does not come leaves its own.
  const images = given.length === 0 ? Array<null>(galleryMax).fill(null) : given.slice(0, galleryMax)
  return (
    <Section title="Galleria">
      <div className="show-gallery">
        {images.map((address, index) => (
          // Placeholders have no address, so the key is the place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="show-promo">
            <Picture
              address={address}
              alt={`Immagine ${index + 1} di ${images.length} fornita da ${nameOf(showcase)}`}
              sizes="(max-width: 820px) 100vw, 460px"
              width={800}
              height={500}
              instead={<Band seed={`${showcase.trader_username} ${index}`} isDeferred />}
            />
          </div>
        ))}
      </div>
    </Section>
  )
}

/** Testimonials, with the note that the trader entered them and that they are not verified. */
export function Testimonials({ showcase }: { showcase: Showcase }) {
  if (showcase.testimonials.length === 0) return null
  return (
    <Section title={`Chi copia ${nameOf(showcase)}`}>
      <div className="show-quotes">
        {showcase.testimonials.map(({ author_name: author, content, image_url: image }, index) => (
          // Two testimonials may be equal, so the key is the place.
          // oxlint-disable-next-line react/no-array-index-key
          <figure key={index} className="show-quote">
            <blockquote>{content.trim() || 'Recensione'}</blockquote>
            <figcaption>
              {image !== null && <Portrait address={image} name={author || 'Anonimo'} size={44} />}
              <span>
                <b>{author.trim() || 'Anonimo'}</b>
                <small>fornita dal trader</small>
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="show-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
