import { useNavigate, useSearch } from '@tanstack/react-router'
import { recipes } from '../../rules/recipes.ts'
import { emptyDefinition } from '../rules/steps.ts'
import { Editor } from './Editor.tsx'
import { RecipeList } from './RecipeList.tsx'
import { useNewWorkbench, type Work } from './useWorkbench.ts'

const EMPTY = 'empty'
const empty: Work = { name: '', description: '', definition: emptyDefinition }

const beginningOf = (from: string): Work | null =>
  from === EMPTY ? empty : (recipes.find(({ key }) => key === from) ?? null)

/** An automation that is not saved yet: first what it begins from, then its flow. `?from=speed` begins from that recipe. */
export function NewAutomationPage() {
  const { from } = useSearch({ strict: false }) as { from?: unknown }
  const navigate = useNavigate()
  const start = typeof from === 'string' ? from : ''
  const beginning = beginningOf(start)
  if (beginning) return <NewAutomation key={start} from={start} beginning={beginning} />
  const choose = (key: string) => void navigate({ to: '/automations/new', search: { from: key } as never })
  return <RecipeList onChoose={choose} onEmpty={() => choose(EMPTY)} />
}

function NewAutomation({ from, beginning }: { from: string; beginning: Work }) {
  const navigate = useNavigate()
  const bench = useNewWorkbench(from, beginning, ({ id }) => {
    const search = (before: { view?: unknown }) => (before.view === undefined ? {} : { view: before.view })
    void navigate({ to: '/automations/$id', params: { id: String(id) }, search: search as never, replace: true })
  })
  return <Editor automation={null} bench={bench} />
}
