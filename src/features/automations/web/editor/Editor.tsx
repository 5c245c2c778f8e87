import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import type { Automation } from '../../contract/records.ts'
import { DryRunPanel } from '../dry/DryRunPanel.tsx'
import { Outline } from '../outline/Outline.tsx'
import classes from './Editor.module.css'
import { EditorHead } from './EditorHead.tsx'
import { Notices } from './Notices.tsx'
import { PartDialog, PartPanel } from './PartPanel.tsx'
import { useEditorAddress, useFlowModel, useRehearsal } from './useEditor.ts'
import type { Workbench } from './useWorkbench.ts'

// The picture brings the libraries that draw and lay it out.
const FlowView = onDemand(
  async () => (await import('../flow/FlowView.tsx')).FlowView,
  () => <Loading />,
)
const RunsView = onDemand(async () => (await import('../runs/RunsView.tsx')).RunsView)
const Versions = onDemand(async () => (await import('./Versions.tsx')).Versions)

interface EditorProps {
  /** `null` of one that is not saved yet. */
  automation: Automation | null
  bench: Workbench
}

/** An automation in hand: its head, and one of its views. */
export function Editor({ automation, bench }: EditorProps) {
  const address = useEditorAddress()
  const rehearsal = useRehearsal(automation, bench)
  const mayChange = automation?.may_change ?? true
  const model = useFlowModel({ bench, rehearsal, mayChange, address })
  const { view, isWide } = address
  const isFlow = view === 'flow' || view === 'list'
  const panel = <DryRunPanel automation={automation} rehearsal={rehearsal} />
  return (
    <div className={classes.screen}>
      <EditorHead
        automation={automation}
        bench={bench}
        view={view}
        isWide={isWide}
        rehearsal={rehearsal}
        onView={address.show}
      />
      <Notices automation={automation} bench={bench} />
      {isFlow && isWide && (
        <div className={classes.columns}>
          {view === 'flow' ? (
            <FlowView {...model} />
          ) : (
            <div className={classes.scroller}>
              <Outline {...model} />
            </div>
          )}
          <aside className={classes.side}>{model.chosen ? <PartPanel model={model} /> : panel}</aside>
        </div>
      )}
      {isFlow && !isWide && (
        <>
          <Outline {...model} />
          <PartDialog model={model} />
        </>
      )}
      {view === 'dry' && panel}
      {view === 'runs' && automation && <RunsView automation={automation} names={model.choices.names} />}
      {view === 'versions' && automation && (
        <Versions
          automation={automation}
          mayChange={mayChange}
          onUse={definition => {
            bench.change({ definition })
            address.show('flow')
          }}
        />
      )}
    </div>
  )
}
