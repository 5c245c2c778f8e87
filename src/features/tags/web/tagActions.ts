import { undoable } from '../../../platform/web/calls/undoable.ts'
import type { ManagedTag } from '../contract.ts'
import { deleteTag, giveToEverybody, refreshTaggedLeads, restoreTag } from './client.ts'
import { pendingKey, whilePending } from './pendingTags.ts'

/** Brings a deleted tag back. */
export const bringBack = (tag: ManagedTag) =>
  undoable({ run: () => restoreTag(tag.id), said: `Restored the tag ${tag.name}.`, settle: refreshTaggedLeads })

/** Deletes a tag, wherever it is. */
export const removeTag = (tag: ManagedTag) =>
  undoable({
    run: () => whilePending(pendingKey(tag.id), 'deleting', () => deleteTag(tag.id)),
    said: `Deleted the tag ${tag.name}.`,
    undo: () => bringBack(tag),
    destructive: true,
    settle: refreshTaggedLeads,
  })

/** Makes an agent's tag one for everybody. */
export const makeDefault = (tag: ManagedTag) =>
  undoable({
    run: () => giveToEverybody(tag.id),
    said: `Everyone can use the tag ${tag.name} now.`,
    settle: refreshTaggedLeads,
  })
