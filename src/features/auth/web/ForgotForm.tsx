import { useState } from 'react'
import { useTakenOver } from '#web/taken-over.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'

/** No mail is sent yet, and the screen says so: the sentence is the specification's. */
export function ForgotForm() {
  const isTakenOver = useTakenOver()
  const [asked, setAsked] = useState(false)
  return (
    <form
      className="mt-8 grid gap-[18px]"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
      }}
    >
      {asked && <Alert tone="info" lead="Funzione di recupero password in sviluppo" live />}
      <TextField label="Email" type="email" name="email" autoComplete="email" />
      <Button type="submit" variant="primary" size="lg" wide disabled={!isTakenOver}>
        Recupera password
      </Button>
    </form>
  )
}
