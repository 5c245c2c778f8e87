import { ActionIcon, Button } from '@mantine/core'
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, fullTime, shortDay } from '../../../platform/web/time/time.ts'
import type { ApiKeyRecord } from '../contract.ts'
import { scopeLabels } from '../rules/scopes.ts'
import { AddKey } from './AddKey.tsx'
import { revokeKey } from './client.ts'
import classes from './Integrations.module.css'
import type { NewSecret } from './SecretDialog.tsx'

interface KeyListProps {
  keys: readonly ApiKeyRecord[]
  onSecret(secret: NewSecret): void
}

/** The keys of other systems. */
export function KeyList({ keys, onSecret }: KeyListProps) {
  const [isAdding, setAdding] = useState(false)
  return (
    <section className={classes.column} aria-label="API keys">
      <header className={classes.columnHead}>
        <h2>API keys</h2>
        <span>{keys.length}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.6} />}
          onClick={() => setAdding(true)}
        >
          Key
        </Button>
      </header>
      {keys.length === 0 && (
        <p className={classes.none}>No keys yet. A key lets another system read what you choose.</p>
      )}
      <ul className={classes.list}>
        {keys.map(one => (
          <KeyRow key={one.id} record={one} />
        ))}
      </ul>
      <p className={classes.foot}>
        Keys only read, with the rights of whoever made them. Systems that send leads have keys of their own, under{' '}
        <Link to="/intake">Intake</Link>.
      </p>
      {isAdding && (
        <AddKey
          onClose={() => setAdding(false)}
          onAdded={({ key, token }) => onSecret({ what: 'key', name: key.name, secret: token })}
        />
      )}
    </section>
  )
}

function KeyRow({ record }: { record: ApiKeyRecord }) {
  const { id, name, hint, scopes, user, expires_at, last_used_at: used } = record
  const now = useNow(60_000)
  const revoke = useMutation({
    mutationFn: () => revokeKey(id),
    onSuccess: () => notify(`The key “${name}” is revoked.`),
    onError: error => notify(sentenceOf(error)),
  })
  const ask = async () => {
    const message = `Whatever uses “${name}” is refused from now on.`
    if (await confirm({ title: 'Revoke key', message, destructive: true })) revoke.mutate()
  }
  return (
    <li className={classes.row}>
      <IconKey size={15} stroke={1.6} aria-hidden="true" className={classes.rowMark} />
      <span className={classes.rowMain}>
        <b>{name}</b> <code>{hint}</code>
      </span>
      <ActionIcon
        variant="subtle"
        aria-label={`Revoke ${name}`}
        loading={revoke.isPending}
        onClick={() => void ask()}
        className={classes.rowAction}
      >
        <IconTrash size={15} stroke={1.6} />
      </ActionIcon>
      <span className={classes.rowMeta}>
        {scopes.map(scope => scopeLabels[scope]).join(' · ')}
        {expires_at !== null && ` · ends ${shortDay(expires_at, now)}`}
        {!user.is_active && ` · refused: ${user.name} has no account any more`}
      </span>
      <span className={classes.rowMeta}>
        {used === null ? (
          'Never used'
        ) : (
          <>
            Used{' '}
            <time dateTime={used} title={fullTime(used)}>
              {ago(used, now)}
            </time>
          </>
        )}
        , by the rights of {user.name}
      </span>
    </li>
  )
}
