import { Checkbox, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { User } from '../../contract/people.ts'
import { agentLeadTypes } from '../../rules.ts'
import { bootstrap } from '../client/people.ts'
import classes from './People.module.css'

/** Something with an id, as pickers offer it. */
export interface Choosable {
  id: number
  name: string
}

/** What an agent takes; ids as text, as pickers hold them. */
export interface AgentValues {
  lead_types: string[]
  area_ids: string[]
  site_ids: string[]
}

const typeLabels: Readonly<Record<(typeof agentLeadTypes)[number], string>> = { buyer: 'Buyers', rental: 'Renters' }
const MAX_OFFERED = 60

interface AgentFieldsProps {
  values: AgentValues
  /** As the user was opened: places and sites that the pickers may not know. */
  user: User | null
  sites: readonly Choosable[]
  errors: Readonly<Record<string, React.ReactNode>>
  onChange: (next: Partial<AgentValues>) => void
}

/** Which leads an agent is offered: of which kind, where, and from which sites. */
export function AgentFields({ values, user, sites, errors, onChange }: AgentFieldsProps) {
  const areas = useAreas()
  return (
    <section className={classes.formSection} aria-label="Leads this agent accepts">
      <h3 className={classes.formTitle}>Leads this agent accepts</h3>
      <div className={classes.checks}>
        {agentLeadTypes.map(type => (
          <Checkbox
            key={type}
            label={typeLabels[type]}
            checked={values.lead_types.includes(type)}
            onChange={event =>
              onChange({
                lead_types: agentLeadTypes.filter(one =>
                  one === type ? event.currentTarget.checked : values.lead_types.includes(one),
                ),
              })
            }
          />
        ))}
      </div>
      <MultiSelect
        label="Areas"
        description="None means everywhere"
        searchable
        clearable
        limit={MAX_OFFERED}
        nothingFoundMessage="No matching areas"
        data={optionsOf(areas, user?.areas ?? [])}
        value={values.area_ids}
        error={errors.area_ids}
        onChange={area_ids => onChange({ area_ids })}
      />
      <MultiSelect
        label="Sites"
        description="None means all"
        clearable
        data={optionsOf(sites, user?.sites ?? [])}
        value={values.site_ids}
        error={errors.site_ids}
        onChange={site_ids => onChange({ site_ids })}
      />
    </section>
  )
}

/** Cities and districts; a district says which city it is in. */
function useAreas(): Choosable[] {
  const { data } = useQuery(bootstrap())
  if (!data) return []
  const cities = new Map(data.localities.map(({ id, name }) => [id, name]))
  const districts = data.sublocalities.map(({ id, name, parent_id }) => {
    const city = parent_id === null ? undefined : cities.get(parent_id)
    return { id, name: city ? `${name}, ${city}` : name }
  })
  return [...data.localities, ...districts]
}

function optionsOf(offered: readonly Choosable[], held: readonly Choosable[]) {
  const all = new Map([...held, ...offered].map(one => [one.id, one.name]))
  return [...all].map(([id, label]) => ({ value: String(id), label }))
}
