import { ActionIcon, Button, Loader, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLink, IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge, Initials, ToggleChip } from '../../../../platform/ui/pieces.tsx'
import { initialsOf } from '../../../../platform/web/text.ts'
import { splitFullName } from '../../../loops/rules/loops.ts'
import { clientLeadsQuery } from '../client.ts'
import { type FormClient, formClientName, newClient } from '../rules/form.ts'
import type { SubmissionState } from '../useSubmission.ts'
import classes from './Fields.module.css'

/** The people of the deal; each is a lead that is known, or a new one. */
export function ClientsFields({ state: { values, change } }: { state: SubmissionState }) {
  const [edited, setEdited] = useState<string | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const setClients = (clients: FormClient[]) => change({ ...values, clients })
  const add = (client: FormClient) => {
    setClients([...values.clients, client])
    setIsAdding(false)
    if (client.leadId === null) setEdited(client.id)
  }
  return (
    <>
      <ul className={classes.rows}>
        {values.clients.map(client => (
          <ClientRow
            key={client.id}
            client={client}
            isEdited={edited === client.id}
            onEdit={() => setEdited(edited === client.id ? null : client.id)}
            onChange={next => setClients(values.clients.map(one => (one.id === client.id ? next : one)))}
            onRemove={() => setClients(values.clients.filter(({ id }) => id !== client.id))}
          />
        ))}
      </ul>
      {isAdding || values.clients.length === 0 ? (
        <ClientSearch taken={values.clients.flatMap(({ leadId }) => leadId ?? [])} isFirst={isAdding} onChoose={add} />
      ) : (
        <Button
          className={classes.add}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.6} />}
          onClick={() => setIsAdding(true)}
        >
          Client
        </Button>
      )}
    </>
  )
}

interface ClientRowProps {
  client: FormClient
  isEdited: boolean
  onEdit(): void
  onChange(client: FormClient): void
  onRemove(): void
}

function ClientRow({ client, isEdited, onEdit, onChange, onRemove }: ClientRowProps) {
  const name = formClientName(client) || 'New client'
  return (
    <li className={classes.client}>
      <div className={classes.clientLine}>
        <Initials text={initialsOf(client.firstName, client.lastName)} hue="moss" size={32} />
        <span className={classes.who}>
          <b dir="auto">{name}</b>
          <span>{client.email || 'No e-mail'}</span>
        </span>
        <ToggleChip on={client.isRepeat} onChange={isRepeat => onChange({ ...client, isRepeat })}>
          Repeat
        </ToggleChip>
        <ToggleChip on={client.isPersonal} onChange={isPersonal => onChange({ ...client, isPersonal })}>
          Personal
        </ToggleChip>
        {client.leadId === null ? (
          <Badge hue="blue">New lead</Badge>
        ) : (
          <span className={classes.matched}>
            <IconLink size={13} stroke={1.6} aria-hidden /> On CRM
          </span>
        )}
        <ActionIcon size="sm" aria-label={`Edit ${name}`} aria-expanded={isEdited} onClick={onEdit}>
          <IconPencil size={14} stroke={1.6} />
        </ActionIcon>
        <ActionIcon size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconX size={14} stroke={1.6} />
        </ActionIcon>
      </div>
      {isEdited && (
        <div className={classes.four}>
          {(
            [
              ['firstName', 'First name'],
              ['middleName', 'Middle name'],
              ['lastName', 'Last name'],
              ['email', 'E-mail'],
            ] as const
          ).map(([field, label]) => (
            <TextInput
              key={field}
              label={label}
              dir="auto"
              type={field === 'email' ? 'email' : 'text'}
              value={client[field]}
              onChange={event => onChange({ ...client, [field]: event.currentTarget.value })}
            />
          ))}
        </div>
      )}
    </li>
  )
}

interface ClientSearchProps {
  /** Leads that are on the deal already. */
  taken: readonly number[]
  isFirst: boolean
  onChoose(client: FormClient): void
}

const TYPING_MS = 200
const MAX_SHOWN = 5

function ClientSearch({ taken, isFirst, onChoose }: ClientSearchProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS)
  const { data, isFetching } = useQuery(clientLeadsQuery(search))
  const found = typed.trim() === '' ? [] : (data ?? []).filter(({ id }) => !taken.includes(id)).slice(0, MAX_SHOWN)
  return (
    <div className={classes.search}>
      <TextInput
        aria-label="Add a client"
        placeholder="Name, e-mail or phone of a client"
        value={typed}
        autoComplete="off"
        autoFocus={isFirst}
        rightSection={isFetching ? <Loader size={14} /> : null}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      {typed.trim() !== '' && (
        <ul className={classes.choices} aria-label="People who fit">
          {found.map(lead => (
            <li key={lead.id}>
              <button
                type="button"
                onClick={() =>
                  onChoose(
                    newClient({
                      firstName: lead.first_name,
                      lastName: lead.last_name,
                      email: lead.email ?? '',
                      isOnCRM: true,
                      leadId: lead.id,
                    }),
                  )
                }
              >
                <b dir="auto">{`${lead.first_name} ${lead.last_name}`.trim() || 'No name'}</b>
                <span>{[lead.email, lead.agent].filter(Boolean).join(' · ')}</span>
                <span className={classes.matched}>
                  <IconLink size={13} stroke={1.6} aria-hidden /> On CRM
                </span>
              </button>
            </li>
          ))}
          <li>
            <button type="button" onClick={() => onChoose(newClient(typedClient(typed.trim())))}>
              <IconPlus size={14} stroke={1.6} aria-hidden />
              <b dir="auto">Add “{typed.trim()}”</b>
            </button>
          </li>
        </ul>
      )}
    </div>
  )
}

const typedClient = (typed: string): Partial<FormClient> =>
  typed.includes('@') ? { email: typed } : splitFullName(typed)
