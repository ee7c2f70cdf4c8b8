import { useLingui } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { OnDemandTexts } from '../i18n/on-demand-texts.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { draw, MAX_ZOOM, type Part, readPicture, sideOf, within, writePicture } from './picture.ts'

type EditedPicture = { image: string } | { code: 'PICTURE_UNREADABLE' }

/** Lets the user crop the picture in an editor that `show` displays. Returns null on cancel. */
export async function choosePart(file: File, show: (editor: ReactNode) => void): Promise<EditedPicture | null> {
  const picture = await readPicture(file)
  if (!picture) return { code: 'PICTURE_UNREADABLE' }
  const part = await new Promise<Part | null>((onDone) =>
    show(
      <OnDemandTexts>
        <PictureEditor picture={picture} onDone={onDone} />
      </OnDemandTexts>,
    ),
  )
  show(null)
  const image = part && writePicture(picture, part)
  picture.close()
  return part && (image ? { image } : { code: 'PICTURE_UNREADABLE' })
}

const SIDE = 320
// Not in the stylesheet, which every page loads.
const canvasStyle: CSSProperties = {
  display: 'block',
  width: `min(${SIDE}px, 100%)`,
  aspectRatio: 1,
  marginInline: 'auto',
  borderRadius: '50%',
  background: 'var(--kit-line)',
  cursor: 'move',
  touchAction: 'none',
}
const STEP = 0.05

const directions: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Props {
  picture: ImageBitmap
  onDone: (part: Part | null) => void
}

function PictureEditor({ picture, onDone }: Props) {
  const { t } = useLingui()
  const hintId = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [part, setPart] = useState<Part>({ x: 0.5, y: 0.5, zoom: 1 })
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, part)
  }, [picture, part])
  const move = (x: number, y: number) =>
    setPart((before) => {
      const side = sideOf(picture, before)
      const moved = { x: before.x - (x * side) / picture.width, y: before.y - (y * side) / picture.height }
      return within(picture, { ...before, ...moved })
    })
  const pointer = useRef<{ x: number; y: number }>(null)
  const grab = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
    currentTarget.setPointerCapture(pointerId)
    pointer.current = { x: clientX, y: clientY }
  }
  const drag = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
    if (!pointer.current) return
    const { clientWidth, clientHeight } = currentTarget
    move((clientX - pointer.current.x) / clientWidth, (clientY - pointer.current.y) / clientHeight)
    pointer.current = { x: clientX, y: clientY }
  }
  const moveByKey = (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (!direction) return
    event.preventDefault()
    move(direction[0] * STEP, direction[1] * STEP)
  }
  return (
    <Dialog opened title={t`Crop picture`} onClose={() => onDone(null)}>
      <Text id={hintId} size="sm" c="dimmed">{t`Drag the picture, or move it with the arrow keys.`}</Text>
      <canvas
        ref={canvas}
        width={SIDE}
        height={SIDE}
        style={canvasStyle}
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- elsewhere screen readers use arrow keys
        role="application"
        tabIndex={0}
        aria-labelledby={hintId}
        onPointerDown={grab}
        onPointerMove={drag}
        onLostPointerCapture={() => (pointer.current = null)}
        onKeyDown={moveByKey}
      />
      <Stack gap={4} component="label">
        <Text size="sm" className="kit-name">{t`Zoom`}</Text>
        <input
          type="range"
          style={{ accentColor: 'var(--kit-accent)' }}
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={part.zoom}
          onChange={({ currentTarget }) => {
            const zoom = currentTarget.valueAsNumber
            setPart((before) => within(picture, { ...before, zoom }))
          }}
        />
      </Stack>
      <DialogActions onCancel={() => onDone(null)}>
        <Button onClick={() => onDone(part)}>{t`Save`}</Button>
      </DialogActions>
    </Dialog>
  )
}
