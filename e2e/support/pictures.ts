import { writeFile } from 'node:fs/promises'
import { type Locator, type Page, type TestInfo, expect } from '@playwright/test'

/** A file of twice the width, of which the left half is black and the right one empty. */
export async function halfBlackFile(page: Page, testInfo: TestInfo): Promise<string> {
  const png = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1200
    canvas.height = 600
    canvas.getContext('2d')?.fillRect(0, 0, 600, 600)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  // From the disk, as people choose it: only then does the browser compare it with the last choice.
  const path = testInfo.outputPath('a.png')
  await writeFile(path, Buffer.from(png, 'base64'))
  return path
}

/** Whether the black half of that picture is seen at the left and right edge of a canvas or an image. */
export const edgesOf = (picture: Locator): Promise<boolean[]> =>
  picture.evaluate((shown) => {
    if (!(shown instanceof HTMLCanvasElement || shown instanceof HTMLImageElement)) return []
    const copy = new OffscreenCanvas(320, 320).getContext('2d')
    copy?.drawImage(shown, 0, 0, 320, 320)
    const { data } = copy?.getImageData(0, 160, 320, 1) ?? { data: [] }
    return [data[11], data.at(-9)].map((opacity = 0) => opacity > 127)
  })

/** Moves the left half of that picture into the frame of the editor that is open, in place of its middle. */
export async function showLeftHalf(part: Locator): Promise<void> {
  await expect.poll(() => edgesOf(part), 'the middle').toEqual([true, false])
  await part.dragTo(part, { sourcePosition: { x: 20, y: 160 }, targetPosition: { x: 250, y: 160 } })
  await expect.poll(() => edgesOf(part), 'dragged to the left half').toEqual([true, true])
}
