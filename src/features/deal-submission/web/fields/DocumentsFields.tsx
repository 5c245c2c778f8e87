import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconCamera, IconCircleCheckFilled, IconFileTypePdf, IconPlus, IconUpload, IconX } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { FileShare } from '../../../../platform/ui/forms/FileShare.tsx'
import { Badge } from '../../../../platform/ui/pieces.tsx'
import { fileSize } from '../../../../platform/web/text.ts'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import { photoPdf } from '../photoPdf.ts'
import type { FormDocument, FormFile } from '../rules/form.ts'
import type { FileWay } from '../useSending.ts'
import type { SubmissionState } from '../useSubmission.ts'
import classes from './Fields.module.css'

/** What the deal needs and what is there, with the files that are no document yet. */
export function DocumentsFields({ state }: { state: SubmissionState }) {
  const { values, change, documents, files, setFiles, removeFile, sending } = state
  const assign = (id: string, title: string | null) =>
    setFiles(
      files.map(one =>
        one.id === id ? { ...one, title } : one.title === title && title ? { ...one, title: null } : one,
      ),
    )
  const open = files.filter(({ title }) => !documents.some(one => one.title === title))
  const titles = documents.filter(({ file }) => file === null).map(({ title }) => title)
  return (
    <>
      <ul className={classes.rows}>
        {documents.map(document => (
          <DocumentRow
            key={document.title}
            document={document}
            way={document.file && sending.ways.get(document.file.file)}
            onRetry={() => void state.submit()}
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
            way={sending.ways.get(file.file)}
            onRetry={() => void state.submit()}
            titles={titles}
            onAssign={title => assign(file.id, title)}
            onRemove={() => removeFile(file.id)}
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

interface SentRowProps {
  /** How its file is on its way, while it is. */
  way: FileWay | null | undefined
  onRetry(): void
}

interface DocumentRowProps extends SentRowProps {
  document: FormDocument
  onFree(): void
  onRemove(): void
}

function DocumentRow({
  document: { title, file, isSubmitted, isRequired, isCustom },
  way,
  onRetry,
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
      {file && way ? (
        <WayOfFile name={file.file.name} way={way} onRetry={onRetry} />
      ) : isSubmitted ? (
        <Badge hue="green">Submitted</Badge>
      ) : (
        !isRequired && <Badge>Optional</Badge>
      )}
      {file && (!way || way.isFailed) && (
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

interface OpenFileProps extends SentRowProps {
  file: FormFile
  titles: readonly string[]
  onAssign(title: string | null): void
  onRemove(): void
}

interface WayOfFileProps {
  name: string
  way: FileWay
  onRetry(): void
}

/** How far a file is, or that it did not arrive: why stands beside the button that submits. */
function WayOfFile({ name, way: { share, isWaiting, isFailed }, onRetry }: WayOfFileProps) {
  if (!isFailed) return <FileShare share={share} name={name} isWaiting={isWaiting} />
  return (
    <>
      <Badge hue="red">Not sent</Badge>
      <Button size="compact-sm" variant="default" aria-label={`Try again with ${name}`} onClick={onRetry}>
        Try again
      </Button>
    </>
  )
}

function OpenFile({ file: { file }, way, onRetry, titles, onAssign, onRemove }: OpenFileProps) {
  return (
    <li className={classes.document}>
      <IconFileTypePdf size={17} stroke={1.6} color="var(--kt-red-text)" aria-hidden />
      <span className={classes.title}>
        {file.name} <span className={classes.meta}>{fileSize(file.size)}</span>
      </span>
      {way && <WayOfFile name={file.name} way={way} onRetry={onRetry} />}
      {!way && (
        <Select
          className={classes.which}
          size="xs"
          aria-label={`Which document ${file.name} is`}
          placeholder="Which document?"
          data={[...titles]}
          value={null}
          onChange={onAssign}
        />
      )}
      {(!way || way.isFailed) && (
        <ActionIcon size="sm" aria-label={`Remove ${file.name}`} onClick={onRemove}>
          <IconX size={14} stroke={1.6} />
        </ActionIcon>
      )}
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
