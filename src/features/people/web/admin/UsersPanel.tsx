import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { FrameActions, FrameBar } from '../../../../platform/ui/frame/Frame.tsx'
import { Pages } from '../../../../platform/ui/Pages.tsx'
import { ToggleChip } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { pageInAddress, textInAddress } from '../../../../platform/web/forms/addressFields.ts'
import { useInAddress } from '../../../../platform/web/forms/useInAddress.ts'
import { count } from '../../../../platform/web/text.ts'
import type { User } from '../../contract/people.ts'
import { roleLabels, roleNames } from '../../rules.ts'
import { users } from '../client/people.ts'
import type { UserAction } from '../extensions.ts'
import type { Choosable } from './AgentFields.tsx'
import classes from './People.module.css'
import { UsersTable } from './UsersTable.tsx'

const UserEditor = lazy(async () => ({ default: (await import('./UserEditor.tsx')).UserEditor }))
const roleChoices = roleNames.map(value => ({ value, label: roleLabels[value] }))
const PER_PAGE = 50

const Shown = z.object({
  search: textInAddress,
  role: z.enum(roleNames).nullable().catch(null),
  active: z.boolean().catch(true),
  page: pageInAddress,
})

/** Everybody with an account: find, open, add, and log in as somebody. The sites are those an agent may take leads from. */
export function UsersPanel({ sites }: { sites: readonly Choosable[] }) {
  const [{ search: typed, role, active: activeOnly, page }, show] = useInAddress(Shown)
  const [search] = useDebouncedValue(typed.trim(), 200)
  const [edited, setEdited] = useState<User | 'new' | null>(null)
  const [acting, setActing] = useState<{ action: UserAction; user: User } | null>(null)
  const { data, error, refetch } = useQuery(
    users({
      page,
      perPage: PER_PAGE,
      search: search || undefined,
      role: role ?? undefined,
      active: activeOnly || undefined,
    }),
  )
  const fromStart = (change: Partial<z.output<typeof Shown>>) => show({ ...change, page: 1 })
  return (
    <>
      <FrameActions>
        <Button size="md" leftSection={<IconUserPlus size={15} stroke={1.6} />} onClick={() => setEdited('new')}>
          Add user
        </Button>
      </FrameActions>
      <FrameBar>
        <TextInput
          className={classes.search}
          size="sm"
          placeholder="Name or e-mail"
          aria-label="Search people"
          leftSection={<IconSearch size={15} stroke={1.6} />}
          value={typed}
          onChange={event => fromStart({ search: event.currentTarget.value })}
        />
        <Select
          className={classes.role}
          size="sm"
          placeholder="Any role"
          aria-label="Role"
          clearable
          data={roleChoices}
          value={role}
          onChange={value => fromStart({ role: roleNames.find(name => name === value) ?? null })}
        />
        <ToggleChip on={activeOnly} onChange={active => fromStart({ active })}>
          Active only
        </ToggleChip>
        <span className={classes.count} aria-live="polite">
          {data && `${count(data.total)} ${data.total === 1 ? 'person' : 'people'}`}
        </span>
      </FrameBar>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()}>
          No changes were made.
        </ErrorState>
      ) : (
        <UsersTable
          people={data?.data ?? null}
          onOpen={setEdited}
          onAction={(action, user) => setActing({ action, user })}
        />
      )}
      <Pages page={page} of={data?.last_page ?? 1} onPage={next => show({ page: next })} label="Pages of people" />
      <Suspense>
        {edited && <UserEditor user={edited === 'new' ? null : edited} sites={sites} onClose={() => setEdited(null)} />}
        {acting && <acting.action.Dialog user={acting.user} onClose={() => setActing(null)} />}
      </Suspense>
    </>
  )
}
