import { ApiError } from './errors.ts';

const mebibyte = 1024 * 1024;
/** What bodies that are being received or checked may take in all; a file that goes to the disk as it comes takes none. */
const mostBytes = 256 * mebibyte;
/** What those of one tenant may: six JSON submissions of the largest file at once, and as much is left for the others. */
const mostOfOne = 128 * mebibyte;
/** Nobody knows when others are done; a submission rarely takes longer than this. */
const retryAfterSeconds = 5;

/** What one request has in memory. */
export interface Held {
  /** @throws ApiError overloaded when more would be too much; what was held before still is */
  add(bytes: number): void;
  /** It went elsewhere, to the disk. */
  give(bytes: number): void;
  end(): void;
}

/** Bounds what the bodies of all requests hold in memory together, so that a flood of them ends in 503 and not in a crash. */
export interface BodyBudget {
  hold(tenantId: string): Held;
}

export function createBodyBudget(): BodyBudget {
  let all = 0;
  const byTenant = new Map<string, number>();
  return {
    hold(tenantId) {
      let own = 0;
      const take = (bytes: number): void => {
        own += bytes;
        all += bytes;
        const ofTenant = (byTenant.get(tenantId) ?? 0) + bytes;
        if (ofTenant === 0) byTenant.delete(tenantId);
        else byTenant.set(tenantId, ofTenant);
      };
      return {
        add(bytes) {
          if (all + bytes > mostBytes || (byTenant.get(tenantId) ?? 0) + bytes > mostOfOne) throw overloaded();
          take(bytes);
        },
        give: (bytes) => take(-bytes),
        end: () => take(-own),
      };
    },
  };
}

function overloaded(): ApiError {
  return new ApiError('overloaded', `Too much is being sent at once; try again in ${retryAfterSeconds} s.`, {
    'Retry-After': String(retryAfterSeconds),
  });
}
