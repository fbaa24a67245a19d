declare module '@20minutes/s3rver' {
  interface Options {
    readonly address: string
    readonly port: number
    readonly silent: boolean
    readonly directory: string
    readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[]
  }

  export interface Listing {
    readonly objects: readonly { readonly key: string }[]
    readonly commonPrefixes: readonly string[]
    readonly isTruncated: boolean
  }

  export interface ListOptions {
    readonly delimiter?: string
    readonly prefix?: string
    readonly maxKeys?: number
  }

  interface StoredObject {
    readonly metadata: { readonly etag: string }
    readonly content: { destroy(): void }
  }

  interface Context {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string | undefined>>
    status: number
    body: string
  }

  export default class S3rver {
    constructor(options: Options)
    readonly store: {
      listObjects(bucket: string, options: ListOptions): Promise<Listing>
      getObject(bucket: string, key: string): Promise<StoredObject | null>
    }
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
  }
}
