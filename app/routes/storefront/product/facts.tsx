import { CalendarOff, CircleCheck, CircleX, Store, Truck } from "lucide-react";
import type { ReactNode } from "react";
import { row } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import { Icon, type LucideIcon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Pill } from "~/ui/pill/pill";
import { Price } from "~/ui/price/price";
import { Stars } from "~/ui/stars/stars";
import { Tabs } from "~/ui/tabs/tabs";
import { shopAddress } from "../shop-address";
import { useMayBuy } from "../shop-card";
import { AdditionalInformation, Description } from "./about-product";
import { BuyForm } from "./buy-form";
import type { ProductPage } from "./product-page";
import * as styles from "./styles.css";

/** All that a product's page tells beside its pictures, and the form to buy it. */
export function Facts({ page, here }: { page: ProductPage; here: string }) {
  const { product } = page;
  const soldOut = product.left === 0;
  const mayBuy = useMayBuy();
  return (
    <div className={styles.facts}>
      <header>
        <h1>{product.title}</h1>
        <Stars rating={product.rating} />
      </header>
      <div className={row}>
        <Price amount={product.amount} original={product.originalPrice} large />
        {product.originalPrice === undefined ? null : (
          <Pill tone="sale">{product.discount > 0 ? `${product.discount}% off` : "Sale"}</Pill>
        )}
      </div>
      <ul className={styles.ticks}>
        {product.closedUntil === null ? null : (
          <Tick of={CalendarOff} bad>
            <b>The stall is closed until {product.closedUntil}.</b> It can be ordered again after that day.
          </Tick>
        )}
        {soldOut ? (
          <Tick of={CircleX} bad>
            <b>Out of Stock</b>
            {product.free ? `. What is left is being paid for; some may be free again from ${product.free} on.` : null}
          </Tick>
        ) : (
          <Tick of={CircleCheck}>
            <b>Available</b>
            {product.left === null ? null : `, ${product.left} left`}
          </Tick>
        )}
        <Tick of={Truck}>
          Shipping <b>Free</b>
        </Tick>
        {product.merchant.storeName ? (
          <Tick of={Store}>
            Sold by <Link to={`/stalls/${product.merchant._id}`}>{product.merchant.storeName}</Link>
          </Tick>
        ) : null}
      </ul>
      {mayBuy ? <BuyForm page={page} here={here} /> : null}
      <dl className={styles.meta}>
        <div>
          <dt>Category</dt>
          <dd>
            <Link to={shopAddress({ categoryId: product.category.title })}>{product.category.title}</Link>
          </dd>
        </div>
        {product.tags.length === 0 ? null : (
          <div>
            <dt>Tags</dt>
            <dd className={styles.tags}>
              {product.tags.map((tag) => (
                <Link key={tag} to={shopAddress({ q: tag })}>
                  {tag}
                </Link>
              ))}
            </dd>
          </div>
        )}
      </dl>
      <Tabs
        label="About this product"
        tabs={[
          { id: "description", title: "Description", content: <Description text={product.description} /> },
          { id: "additional", title: "Additional Information", content: <AdditionalInformation product={product} /> },
        ]}
      />
    </div>
  );
}

function Tick({ of, bad, children }: { of: LucideIcon; bad?: boolean; children: ReactNode }) {
  return (
    <li className={classNames(bad && styles.bad)}>
      <Icon of={of} /> <span>{children}</span>
    </li>
  );
}
