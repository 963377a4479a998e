import { withDeadline } from './deadline'
import { judge } from './judge'
import { multipartBody } from './multipart'
import { batchUpload, type BatchUpload } from './records'
import { send, type ServiceAccess } from './transport'

const operation = 'uploadBatch'
const answerLimitBytes = 64 * 1024
const defaultStallMs = 120_000

/** A CSV of task run rows. The interface shows neither its columns nor a limit of its size. */
export interface BatchFile {
  name: string
  content: ReadableStream<Uint8Array>
  /** Length in bytes, where it is known: the request then says it, and a content cut short is no upload. */
  sizeBytes?: number | undefined
}

/** How a caller bounds an upload. */
export interface UploadOptions {
  /** Ends the upload and cancels its content; it then rejects with the signal's own reason. */
  signal?: AbortSignal | undefined
  /**
   * Milliseconds that may pass in which nothing goes on: neither does the content come, nor does the
   * service take it, nor, once it has all of it, answer. 120,000 by default. An upload has no deadline
   * in all, since how long one takes is a matter of its size and of the slower line.
   */
  stallMs?: number | undefined
  /** A subnet admin's JWT to be used instead of the API key ("Authentication", 4). */
  adminJwt?: string | undefined
}

/**
 * "Upload a task batch CSV" ("Endpoints", 5). The file is sent as it comes, whatever its size, in
 * constant memory. It is sent once: a content that has been read cannot be sent again, and rows that
 * were taken in must not be taken in twice. Whatever becomes of it, the content is let go of.
 *
 * @throws ServiceError of each kind, the reason of `options.signal`, and what the content fails with;
 * RangeError where it has no name or is not as long as was said
 */
export async function uploadBatch(
  access: ServiceAccess,
  file: BatchFile,
  { signal, stallMs = defaultStallMs, adminJwt }: UploadOptions = {},
): Promise<BatchUpload> {
  return withDeadline(operation, { signal, deadlineMs: stallMs }, async (deadline) => {
    const body = multipartBody({ ...file, field: 'csv_file', contentType: 'text/csv' }, deadline.restart)
    try {
      // A part without a name is no file to those who read forms.
      if (file.name === '') throw new RangeError('The file must have a name.')
      const response = await send(
        access,
        {
          operation,
          method: 'POST',
          path: 'task_batch_uploads',
          headers: {
            'Content-Type': body.contentType,
            // Without it the body goes chunked, which not every proxy takes.
            ...(body.lengthBytes === undefined ? {} : { 'Content-Length': String(body.lengthBytes) }),
          },
          body: body.stream,
          credential: adminJwt,
        },
        deadline.signal,
      )
      return await judgeBatchUpload(response)
    } catch (error) {
      throw body.failure()?.error ?? error
    } finally {
      body.cancel(deadline.signal.reason)
    }
  })
}

/** Judges an answer to "Upload a task batch CSV". */
export async function judgeBatchUpload(response: Response): Promise<BatchUpload> {
  return judge(response, { operation, schema: batchUpload, answerLimitBytes })
}
