import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../platform/web/apiErrors.ts'
import { notify } from '../../../platform/web/notices.ts'
import { MAX_PER_PAGE } from '../../../platform/wire/page.ts'
import type { Team } from '../contract.ts'
import { agents, createTeam, updateTeam } from './client.ts'
import { EditDrawer } from './EditDrawer.tsx'
import classes from './People.module.css'

/** Name, lead and members of a team. Whoever is in another team moves. */
export function TeamEditor({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const [name, setName] = useState(team?.name ?? '')
  const [members, setMembers] = useState(() => (team?.members ?? []).map(agent => String(agent.id)))
  const [lead, setLead] = useState<string | null>(team?.lead_agent_id ? String(team.lead_agent_id) : null)
  const { data } = useQuery(agents({ perPage: MAX_PER_PAGE, active: true }))
  const known = new Map([...(team?.members ?? []), ...(data?.data ?? [])].map(agent => [agent.id, agent]))
  const choices = [...known.values()].map(agent => ({ value: String(agent.id), label: agent.name }))
  const save = useMutation({
    mutationFn: () => {
      const fields = { name, lead_agent_id: lead === null ? null : Number(lead), member_ids: members.map(Number) }
      return team
        ? updateTeam.mutationFn({ ...fields, id: team.id, version: team.version })
        : createTeam.mutationFn(fields)
    },
    async onSuccess() {
      await createTeam.onSuccess()
      notify(`${name} is saved.`)
      onClose()
    },
  })
  return (
    <EditDrawer title={team?.name ?? 'Add team'} size={420} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <TextInput label="Name" data-autofocus value={name} onChange={event => setName(event.currentTarget.value)} />
        <MultiSelect
          label="Members"
          description="Whoever is in another team moves to this one"
          searchable
          data={choices}
          value={members}
          onChange={setMembers}
        />
        <Select
          label="Lead"
          description="Sees the leads of everybody in the team"
          searchable
          clearable
          data={choices.filter(choice => members.includes(choice.value))}
          value={lead}
          onChange={setLead}
        />
        <div className={classes.footer}>
          <span className={classes.failure} role="alert">
            {save.error && sentenceOf(save.error)}
          </span>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            {team ? 'Save' : 'Add team'}
          </Button>
        </div>
      </form>
    </EditDrawer>
  )
}
