import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconCamera, IconCircleCheckFilled, IconFileTypePdf, IconPlus, IconUpload, IconX } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { Badge } from '../../../../platform/ui/pieces.tsx'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import { photoPdf } from '../photoPdf.ts'
import type { FormDocument, FormFile } from '../rules/form.ts'
import { fileSize } from '../rules/labels.ts'
import type { SubmissionState } from '../useSubmission.ts'
import classes from './Fields.module.css'

/** What the deal needs and what is there, with the files that are no document yet. */
export function DocumentsFields({ state }: { state: SubmissionState }) {
  const { values, change, documents, files, setFiles } = state
  const assign = (id: string, title: string | null) =>
    setFiles(
      files.map(one =>
        one.id === id ? { ...one, title } : one.title === title && title ? { ...one, title: null } : one,
      ),
    )
  const remove = (id: string) => setFiles(files.filter(one => one.id !== id))
  const open = files.filter(({ title }) => !documents.some(one => one.title === title))
  const titles = documents.filter(({ file }) => file === null).map(({ title }) => title)
  return (
    <>
      <ul className={classes.rows}>
        {documents.map(document => (
          <DocumentRow
            key={document.title}
            document={document}
            onFree={() => document.file && assign(document.file.id, null)}
            onRemove={() =>
              change({ ...values, customDocuments: values.customDocuments.filter(title => title !== document.title) })
            }
          />
        ))}
        {open.map(file => (
          <OpenFile
            key={file.id}
            file={file}
            titles={titles}
            onAssign={title => assign(file.id, title)}
            onRemove={() => remove(file.id)}
          />
        ))}
      </ul>
      <AddFiles state={state} />
      <AddDocument
        onAdd={title =>
          documents.some(one => one.title === title) ||
          change({ ...values, customDocuments: [...values.customDocuments, title] })
        }
      />
    </>
  )
}

interface DocumentRowProps {
  document: FormDocument
  onFree(): void
  onRemove(): void
}

function DocumentRow({
  document: { title, file, isSubmitted, isRequired, isCustom },
  onFree,
  onRemove,
}: DocumentRowProps) {
  return (
    <li className={classes.document}>
      {isSubmitted ? (
        <IconCircleCheckFilled size={17} color="var(--kt-green-dot)" aria-hidden />
      ) : (
        <span className={classes.ring} data-needed={isRequired || undefined} aria-hidden />
      )}
      <span className={classes.title}>
        {title} {file && <span className={classes.meta}>{`${file.file.name} · ${fileSize(file.file.size)}`}</span>}
        {!isSubmitted && isRequired && <span className={classes.meta}>Missing</span>}
      </span>
      {isSubmitted ? <Badge hue="green">Submitted</Badge> : !isRequired && <Badge>Optional</Badge>}
      {file && (
        <ActionIcon size="sm" aria-label={`${file.file.name} is not the ${title}`} onClick={onFree}>
          <IconX size={14} stroke={1.6} />
        </ActionIcon>
      )}
      {!file && isCustom && (
        <ActionIcon size="sm" aria-label={`Remove ${title}`} onClick={onRemove}>
          <IconX size={14} stroke={1.6} />
        </ActionIcon>
      )}
    </li>
  )
}

interface OpenFileProps {
  file: FormFile
  titles: readonly string[]
  onAssign(title: string | null): void
  onRemove(): void
}

function OpenFile({ file: { file }, titles, onAssign, onRemove }: OpenFileProps) {
  return (
    <li className={classes.document}>
      <IconFileTypePdf size={17} stroke={1.6} color="var(--kt-red-text)" aria-hidden />
      <span className={classes.title}>
        {file.name} <span className={classes.meta}>{fileSize(file.size)}</span>
      </span>
      <Select
        className={classes.which}
        size="xs"
        aria-label={`Which document ${file.name} is`}
        placeholder="Which document?"
        data={[...titles]}
        value={null}
        onChange={onAssign}
      />
      <ActionIcon size="sm" aria-label={`Remove ${file.name}`} onClick={onRemove}>
        <IconX size={14} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}

const isPdf = (file: File) => file.type === 'application/pdf' || /\.pdf$/i.test(file.name)

function AddFiles({ state: { addFiles } }: { state: SubmissionState }) {
  const isWide = useIsWide()
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const add = (chosen: readonly File[]) => {
    const other = chosen.find(file => !isPdf(file))
    setProblem(other ? `${other.name} is not a PDF. Documents of deals are PDF files.` : null)
    addFiles(chosen.filter(isPdf).map(file => ({ file, loop: null })))
  }
  const photograph = async (photos: readonly File[]) => {
    if (photos.length === 0) return
    try {
      addFiles([{ file: await photoPdf(photos), loop: null }])
    } catch {
      setProblem('This photo cannot be read.')
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    add([...event.dataTransfer.files])
  }
  return (
    <>
      {!isWide && (
        <Button
          fullWidth
          size="md"
          leftSection={<IconCamera size={18} stroke={1.6} />}
          onClick={() => camera.current?.click()}
        >
          Photograph a document
        </Button>
      )}
      <button
        type="button"
        className={classes.drop}
        onClick={() => chooser.current?.click()}
        onDragOver={event => event.preventDefault()}
        onDrop={drop}
      >
        <IconUpload size={15} stroke={1.6} aria-hidden /> {isWide ? 'Drop PDFs here, or choose files' : 'Choose files'}
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept="application/pdf"
        aria-label="Choose files"
        onChange={event => {
          add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label="Photograph a document"
        onChange={event => void photograph([...(event.currentTarget.files ?? [])])}
      />
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

function AddDocument({ onAdd }: { onAdd(title: string): void }) {
  const [title, setTitle] = useState<string | null>(null)
  const add = () => {
    if (title?.trim()) onAdd(title.trim())
    setTitle(null)
  }
  if (title === null)
    return (
      <Button
        className={classes.add}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} stroke={1.6} />}
        onClick={() => setTitle('')}
      >
        Document
      </Button>
    )
  return (
    <TextInput
      aria-label="Title of a further document"
      placeholder="Title of a further document"
      autoFocus
      value={title}
      maxLength={200}
      onChange={event => setTitle(event.currentTarget.value)}
      onBlur={add}
      onKeyDown={event => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        add()
      }}
    />
  )
}
