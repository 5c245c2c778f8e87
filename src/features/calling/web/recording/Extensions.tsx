import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FrameSection, SettingRow } from '../../../../platform/ui/frame/Frame.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import type { Extension } from '../../contract.ts'
import { saveExtension, sipSetupQuery } from '../client/calls.ts'
import classes from './Extensions.module.css'

/** The extensions of people at the brokerage's own telephone system; nothing where calls do not go through one. */
export function Extensions() {
  const { data, error, refetch } = useQuery(sipSetupQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data?.domain == null) return null
  return (
    <FrameSection
      title="Extensions"
      count={data.extensions.filter(({ extension }) => extension !== null).length}
      note={`At the telephone system ${data.domain}. Whoever has none calls with what their device has for it.`}
    >
      {data.extensions.map(person => (
        <ExtensionRow
          key={`${person.user_id} ${person.extension} ${person.has_password}`}
          person={person}
          needsPassword={!data.makes_credentials}
        />
      ))}
    </FrameSection>
  )
}

function ExtensionRow({ person, needsPassword }: { person: Extension; needsPassword: boolean }) {
  const { user_id: id, name } = person
  const [extension, setExtension] = useState(person.extension ?? '')
  const [password, setPassword] = useState('')
  const save = useMutation({
    mutationFn: saveExtension,
    onSuccess: () => {
      setPassword('')
      void notify('Saved. It holds from the next time that they open Keyturn.')
    },
    onError: failure => void notifyFailure(sentenceOf(failure)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ id, extension: extension.trim(), ...(password === '' ? {} : { password }) })
  }
  const isChanged = extension.trim() !== (person.extension ?? '') || password !== ''
  return (
    <SettingRow
      name={<span dir="auto">{name}</span>}
      meaning={meaningOf(person, needsPassword)}
      control={
        <form className={classes.entry} onSubmit={submit}>
          <TextInput
            aria-label={`Extension of ${name}`}
            placeholder="Extension"
            w={112}
            maxLength={64}
            autoComplete="off"
            value={extension}
            onChange={event => setExtension(event.currentTarget.value)}
          />
          {needsPassword && (
            <PasswordInput
              aria-label={`Password of ${name}`}
              placeholder={person.has_password ? 'New password' : 'Password'}
              w={160}
              maxLength={200}
              autoComplete="new-password"
              value={password}
              onChange={event => setPassword(event.currentTarget.value)}
            />
          )}
          <Button
            type="submit"
            aria-label={`Save the extension of ${name}`}
            disabled={!isChanged || extension.trim() === ''}
            loading={save.isPending}
          >
            Save
          </Button>
          <Button
            variant="default"
            aria-label={`Remove the extension of ${name}`}
            disabled={person.extension === null}
            onClick={() => save.mutate({ id, extension: null })}
          >
            Remove
          </Button>
        </form>
      }
    />
  )
}

function meaningOf({ extension, has_password }: Extension, needsPassword: boolean): string {
  if (extension === null) return 'No extension.'
  return needsPassword && !has_password ? 'Cannot register: the password is missing.' : 'Calls from the browser.'
}
