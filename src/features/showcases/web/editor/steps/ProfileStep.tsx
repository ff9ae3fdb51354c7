import { fields } from '#features/showcases/rules/fields.ts'
import { TextAreaField, TextField } from '#web/ui/forms/Field.tsx'
import { ImageField } from '#web/ui/upload/ImageField.tsx'
import { fieldProps, Place, thumbnailOf } from '#features/showcases/web/editor/fields/Fields.tsx'
import type { Form } from '#features/showcases/web/editor/form.ts'
import type { Editor } from '#features/showcases/web/editor/useEditor.ts'

type Profile = Form['profile']
type Text = 'display_name' | 'subtitle' | 'description' | 'bio_extended'

const IMAGES = '/api/showcases/upload-image'
const { display_name: name, subtitle, description } = fields.profile

/** Step 1: the trader's profile. */
export function ProfileStep({ editor: { form, errors, change } }: { editor: Editor }) {
  const { profile } = form
  const write = (field: keyof Profile, value: string | null) =>
    change(`profile.${field}`, (now) => ({ ...now, profile: { ...now.profile, [field]: value } }))
  const text = (field: Text) => {
    const path = `profile.${field}`
    // A pasted subtitle becomes one line.
    const onText = (typed: string) => write(field, field === 'subtitle' ? typed.replace(/\s*\n\s*/g, ' ') : typed)
    return fieldProps({ field: fields.profile[field], path, value: profile[field], error: errors[path], onText })
  }
  return (
    <div className="grid gap-5">
      <TextField
        autoComplete="off"
        required
        help={`Da ${name.min} a ${name.max} caratteri.`}
        {...text('display_name')}
      />
      <TextAreaField
        rows={1}
        required
        help={`Da ${subtitle.min} a ${subtitle.max} caratteri: il tuo metodo in una frase.`}
        {...text('subtitle')}
      />
      <TextAreaField
        rows={5}
        required
        help={`Da ${description.min} a ${description.max} caratteri. Niente promesse di rendimento.`}
        {...text('description')}
      />
      <TextAreaField
        rows={4}
        help="Esperienza, mercati, orari: chi vuole saperne di più li legge sotto la descrizione."
        {...text('bio_extended')}
        label={`${fields.profile.bio_extended.label} (facoltativi)`}
      />
      <div className="editor-pair">
        <Place path="profile.profile_image_url">
          <ImageField
            label={fields.profile.profile_image_url.label}
            help="JPEG, PNG o WebP. Massimo 2 MB. Senza, compare la foto dell’account."
            value={profile.profile_image_url}
            src={thumbnailOf(profile.profile_image_url)}
            aspect={1}
            shape="round"
            to={IMAGES}
            error={errors['profile.profile_image_url']}
            onChange={(url) => write('profile_image_url', url)}
          />
        </Place>
        <Place path="profile.cover_image_url">
          <ImageField
            label={fields.profile.cover_image_url.label}
            help="JPEG, PNG o WebP. Massimo 2 MB. Senza, compare un’incisione dal tuo username."
            value={profile.cover_image_url}
            src={thumbnailOf(profile.cover_image_url)}
            aspect={3}
            shape="rect"
            to={IMAGES}
            error={errors['profile.cover_image_url']}
            onChange={(url) => write('cover_image_url', url)}
          />
        </Place>
      </div>
    </div>
  )
}
