import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#server/database/database.ts'

/** Holds an order's row in an open transaction for `ms` milliseconds. */
export async function hold(sql: Sql, orderId: string, ms: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select 1 from payment_order where order_id = ${orderId} for update`
    await sleep(ms)
  })
}

/** Lets every write to this order fail from now on; null: all writes work again. */
export async function poison(sql: Sql, orderId: string | null): Promise<void> {
  if (orderId === null) {
    await sql`drop trigger if exists poisoned on payment_order`
    return
  }
  await sql.unsafe(`
    create or replace function poisoned() returns trigger language plpgsql as $$
    begin
      if new.order_id = '${orderId}' then raise exception 'poison'; end if;
      return new;
    end $$`)
  await sql`create trigger poisoned before update on payment_order for each row execute function poisoned()`
}
