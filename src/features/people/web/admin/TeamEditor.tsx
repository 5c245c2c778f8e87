import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { type Agent, type Team, teamCalls } from '../../contract/people.ts'
import { agents, refetchPeople } from '../client/people.ts'
import { EditDrawer } from './EditDrawer.tsx'
import classes from './People.module.css'

const OFFERED = 50

/** Agents whose name fits what is typed, and the names of everybody met so far. */
function useAgents(typed: string, members: readonly Agent[]) {
  const [search] = useDebouncedValue(typed.trim(), 200)
  const { data } = useQuery(agents({ perPage: OFFERED, active: true, search: search || undefined }))
  const [met] = useState(() => new Map(members.map(({ id, name }) => [id, name])))
  for (const { id, name } of data?.data ?? []) met.set(id, name)
  return {
    found: (data?.data ?? []).map(({ id }) => String(id)),
    nameOf: (id: number) => met.get(id) ?? `Agent ${id}`,
  }
}

/** Name, lead and members of a team. Whoever is in another team moves. */
export function TeamEditor({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const { found, nameOf } = useAgents(typed, team?.members ?? [])
  const option = (id: string) => ({ value: id, label: nameOf(Number(id)) })
  const { form, isSending, failure, submit } = useCallForm(team ? teamCalls.update : teamCalls.create, {
    initial: {
      name: team?.name ?? '',
      members: (team?.members ?? []).map(agent => String(agent.id)),
      lead: team?.lead_agent_id ? String(team.lead_agent_id) : null,
    },
    inputOf: ({ name, members, lead }) => ({
      ...(team && { id: team.id }),
      name,
      lead_agent_id: lead !== null && members.includes(lead) ? Number(lead) : null,
      member_ids: members.map(Number),
    }),
    ...(team && { version: team.version }),
    onSaved({ name }) {
      void refetchPeople()
      notify(`${name} is saved.`)
      onClose()
    },
  })
  const { members, lead } = form.values
  return (
    <EditDrawer title={team?.name ?? 'Add team'} size={420} onClose={onClose}>
      <form className={classes.form} onSubmit={event => void submit(event)}>
        <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
        <MultiSelect
          label="Members"
          description="Whoever is in another team moves to this one"
          searchable
          data={[...new Set([...found, ...members])].map(option)}
          // The server has searched already; who is chosen stays known whatever is typed.
          filter={({ options }) => options.filter(one => 'value' in one && found.includes(one.value))}
          nothingFoundMessage="No matches"
          searchValue={typed}
          onSearchChange={setTyped}
          {...form.getInputProps('members')}
        />
        <Select
          label="Lead"
          description="Sees all leads of the team"
          searchable
          clearable
          data={members.map(option)}
          value={lead !== null && members.includes(lead) ? lead : null}
          onChange={id => form.setFieldValue('lead', id)}
        />
        <div className={classes.footer}>
          <span className={classes.failure} role="alert">
            {failure}
          </span>
          <Button type="submit" loading={isSending} disabled={form.values.name.trim() === ''}>
            {team ? 'Save' : 'Add team'}
          </Button>
        </div>
      </form>
    </EditDrawer>
  )
}
