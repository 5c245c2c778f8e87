import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import { useShortcutList } from '../../../platform/web/page/keys.ts'
import { printedKeys } from '../../../platform/web/page/printedKeys.ts'
import classes from './KeyList.module.css'

/** Every key that works right now, by group. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcutList()
  const groups = [...new Set(shortcuts.map(shortcut => shortcut.group))]
  return (
    <Dialog opened onClose={onClose} title="Keys" size={720}>
      <div className={classes.groups}>
        {groups.map(group => (
          <section key={group} aria-label={group}>
            <h3 className={classes.title}>{group}</h3>
            <dl className={classes.list}>
              {shortcuts
                .filter(shortcut => shortcut.group === group)
                .map(shortcut => (
                  <div key={`${shortcut.keys}-${shortcut.label}`} className={classes.row}>
                    <dt>{shortcut.label}</dt>
                    <dd>
                      <KeyHint keys={printedKeys(shortcut.keys)} isContent />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
