import * as z from 'zod';

/** A figure of a space, and whether it is an estimate. */
export const statisticSchema = <T extends z.ZodType>(value: T) => z.object({ value, estimated: z.boolean() });
