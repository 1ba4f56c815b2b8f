import type { TopSelling } from "~/features/sales-report/schema";
import { soft } from "~/styles/text.css";
import { Goods } from "~/ui/goods/goods";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import { AvailabilityPill } from "../products/availability";

/** The merchant's products by size, in the order of pieces sold. A deleted product keeps its line, without a link. */
export function TopSellingTable({ rows }: { rows: TopSelling[] }) {
  return (
    <Table
      caption="Top-selling products"
      layout="thirds"
      head={[
        "Product",
        "SKU",
        { title: "Price", end: true },
        { title: "Quantity", end: true },
        "Status",
        { title: "Sold", end: true },
        { title: "Sales", end: true },
      ]}
    >
      {rows.map(({ product, salesCount, salesAmount }) => (
        <Row key={product.variant}>
          <Cell place="lead">
            <Goods
              title={product.title}
              detail={product.size}
              to={product.deleted ? undefined : `/merchant/products/${product._id}`}
              image={product.image[0]}
              tint={product.tint}
              size={44}
            />
          </Cell>
          <Cell label="SKU" breaking className={soft}>
            {product.sku}
          </Cell>
          <Cell label="Price" end num>
            {dollars(product.amount)}
          </Cell>
          <Cell label="Quantity" end num>
            {product.quantity}
          </Cell>
          <Cell label="Status">{product.deleted ? <Pill>Deleted</Pill> : <AvailabilityPill {...product} />}</Cell>
          <Cell label="Sold" end num>
            {salesCount}
          </Cell>
          <Cell label="Sales" end num>
            <b>{dollars(salesAmount)}</b>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
